import { dayInJapan } from '@kyc/contract/dates.ts'
import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import type { PerformerLink } from '@kyc/contract/performer-link-progress.ts'
import type { getPerformerLink as endpoint } from '@kyc/contract/performer-links.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Actor } from '../access/actor.ts'
import { getRecord } from '../records/performers-repository.ts'
import { currentDocuments } from '../records/record-documents.ts'
import { findConsents, findLinks, findUsableLinks } from './link-repository.ts'
import { linkSlots } from './link-slots.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { presentConsent, presentLink } from './present-link.ts'

/** The newest link of a performer and the consents. */
export async function getLink(
  services: PerformerLinkServices,
  actor: Actor,
  performerId: string,
): Promise<ReplyOf<typeof endpoint>> {
  const { db } = services
  const performer = await getRecord(db, actor, performerId)
  const consents = await findConsents(db, performer.id)
  return { link: await newestLink(services, db, performer), consents: consents.map(presentConsent) }
}

/** The newest link of a visible performer with its progress; null without one. */
export async function newestLink(
  services: PerformerLinkServices,
  db: Db,
  performer: Pick<Awaited<ReturnType<typeof getRecord>>, 'id' | 'id_kind'>,
): Promise<PerformerLink | null> {
  const [link] = await findLinks(db, performer.id, 'documents')
  if (!link) return null
  const now = services.clock.now()
  const [usable] = await findUsableLinks(db, now, 'documents', sql`l.id = ${link.id}`)
  const consent = await db
    .selectFrom('performer_consent')
    .select('at')
    .where('link_id', '=', link.id)
    .executeTakeFirst()
  const slots = linkSlots(await currentDocuments(db, performer.id), {
    linkId: link.id,
    idKind: performer.id_kind,
    today: dayInJapan(now),
  })
  return presentLink(services, db, {
    link,
    usable: usable !== undefined,
    consentedAt: consent?.at ?? null,
    slots,
  })
}
