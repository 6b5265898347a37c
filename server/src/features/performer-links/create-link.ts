import { dayInJapan } from '@kyc/contract/dates.ts'
import type { BodyOf, ReplyOf } from '@kyc/contract/endpoint.ts'
import type { createPerformerLink as endpoint } from '@kyc/contract/performer-links.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { fingerprintOf, sentKeyOf } from '../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../platform/idempotency/reply-once.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireMayContact } from '../access/may-contact.ts'
import { requireEditable } from '../access/visible-to.ts'
import { mailPerformerLink } from '../mails/mail-performer-link.ts'
import { linkTo } from '../mails/send-letter.ts'
import type { RecordRow } from '../records/performer-row.ts'
import { getRecord, lockRecord, requireOpenCase } from '../records/performers-repository.ts'
import { currentDocuments } from '../records/record-documents.ts'
import { countSending } from './count-sending.ts'
import { newestLink } from './get-link.ts'
import { insertLink } from './insert-link.ts'
import { linkSlots } from './link-slots.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { recordLinkAct } from './record-link-act.ts'

interface Sending {
  readonly actor: Actor
  readonly performerId: string
  readonly body: BodyOf<typeof endpoint>
  readonly request: RequestInfo
}

type Created = ReplyOf<typeof endpoint>

const route = 'performerLinks.create'

/**
 * Creates a link, which ends the former one, and mails it if there is an address (D66). The reply has the address of
 * the page only if it was not mailed. A repeated call with the same key returns the same link (D20).
 */
export async function createLink(
  services: PerformerLinkServices,
  sending: Sending,
): Promise<{ body: Created; headers: Record<string, string> }> {
  const { actor, performerId, body, request } = sending
  // Runs before a saved reply is returned: a former member gets no reply.
  requireEditable(await getRecord(services.db, actor, performerId))
  const key = sentKeyOf({ scope: actor.id, route, request })
  const fingerprint = fingerprintOf([route, performerId, body.email ?? '', body.language])
  const once = { key, fingerprint, status: 201, about: performerId } as const
  const { body: created, headers } = await replyOnce(services, once, (tx) => create(services, tx, sending))
  return { body: created, headers: { ...headers, location: `/api/performers/${performerId}/link` } }
}

async function create(
  services: PerformerLinkServices,
  tx: Tx,
  { actor, performerId, body: { email, language }, request }: Sending,
): Promise<Created> {
  const performer = await lockRecord(tx, actor, performerId)
  requireOpenCase(performer)
  const organisation = await requireSendable(services, tx, performer)
  await requireMayContact(services, tx, { actor: actor.id, organisation: performer.owner_id })
  await countSending(services, tx, performer, email ?? undefined)
  const { link, token, expiresAt } = await insertLink(services, tx, {
    performerId: performer.id,
    ownerId: performer.owner_id,
    createdBy: actor.id,
    kind: 'documents',
    language,
    valid: recordLimits.performerLink.valid,
    email: email || undefined,
  })
  const url = linkTo(services, '/p', token)
  if (email) {
    const mail = { performerId: performer.id, email, language, organisation, url, expiresAt }
    await mailPerformerLink(services, tx, mail)
  }
  await recordLinkAct(services, tx, { link, actor: actor.id, ip: request.ip }, 'link_sent', {
    language,
    ...(email ? { email } : {}),
  })
  const created = await newestLink(services, tx, performer)
  if (!created) throw new Error('the link was not stored')
  return { link: created, url: email ? null : url.href }
}

/** The name of the organisation of a record that has something to submit. */
async function requireSendable(
  { clock }: PerformerLinkServices,
  tx: Tx,
  performer: RecordRow,
): Promise<string> {
  const organisation = await tx
    .selectFrom('organisation')
    .select(['name', 'disabled_at'])
    .where('id', '=', performer.owner_id)
    .executeTakeFirstOrThrow()
  if (organisation.disabled_at) throw new Problem('ORGANISATION_DISABLED')
  const open = linkSlots(await currentDocuments(tx, performer.id), {
    linkId: null,
    idKind: performer.id_kind,
    today: dayInJapan(clock.now()),
  })
  if (open.length === 0) throw new Problem('DOCUMENT_STATE')
  return organisation.name
}
