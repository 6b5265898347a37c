import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { visibleTo } from '../access/visible-to.ts'
import { browserOf } from './link-cookie.ts'
import { findByBrowser, type UsableLink } from './link-repository.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'

/** A call of the performer's page. `actor` is the account of the browser, if it is signed in; the link does not need one. */
export interface LinkCall {
  readonly actor: Actor | undefined
  readonly request: RequestInfo
}

/**
 * The link that is bound to the calling browser; without an id, the one that it opened last.
 * @throws Problem PERFORMER_LINK_ENDED, FORBIDDEN
 */
export async function requireLink(
  services: Pick<PerformerLinkServices, 'clock' | 'config' | 'db'>,
  { actor, request }: LinkCall,
  id?: string,
): Promise<UsableLink> {
  const browserKey = browserOf(services, request)
  const link = browserKey && (await findByBrowser(services.db, services.clock.now(), browserKey, id))
  if (!link) throw new Problem('PERFORMER_LINK_ENDED')
  await refuseReader(services.db, actor, link.performer_id)
  return link
}

/**
 * Refuses an account that sees the record: only the performer may consent and submit through the link (D66).
 * @throws Problem FORBIDDEN
 */
export async function refuseReader(db: Db, actor: Actor | undefined, performerId: string): Promise<void> {
  if (!actor) return
  const { rows } = await sql`
    SELECT FROM performer WHERE id = ${performerId} AND ${visibleTo(actor)}`.execute(db)
  if (rows.length > 0) throw new Problem('FORBIDDEN')
}

/** @throws Problem PERFORMER_LINK_ENDED when the performer has finished, CONSENT_REQUIRED */
export function requireConsent(link: Pick<UsableLink, 'done_at' | 'consent_at'>): void {
  refuseDone(link)
  if (link.consent_at === null) throw new Problem('CONSENT_REQUIRED')
}

/** @throws Problem PERFORMER_LINK_ENDED */
export function refuseDone({ done_at }: Pick<UsableLink, 'done_at'>): void {
  if (done_at !== null) throw new Problem('PERFORMER_LINK_ENDED')
}
