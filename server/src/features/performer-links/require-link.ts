import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { LinkKind } from '../../platform/db/tables.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { visibleTo } from '../access/visible-to.ts'
import { type DeviceOwner, deviceIdOf, isDevice } from '../accounts/sign-in/device-cookie.ts'
import { browserOf } from './link-cookie.ts'
import { findByBrowser, type UsableLink } from './link-repository.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'

/** A call of the performer's page. `actor` is the account of the browser, if it is signed in; the link does not need one. */
export interface LinkCall {
  readonly actor: Actor | undefined
  readonly request: RequestInfo
}

/** The link of the kind that is bound to the calling browser; without an id, the one that it opened last. */
export async function requireLink(
  services: PerformerLinkServices,
  kind: LinkKind,
  call: LinkCall,
  id?: string,
): Promise<UsableLink> {
  const browserKey = browserOf(services, call.request)
  const link = browserKey && (await findByBrowser(services.db, services.clock.now(), kind, browserKey, id))
  if (!link) throw new Problem('PERFORMER_LINK_ENDED')
  await refuseReader(services, call, link.performer_id)
  return link
}

/**
 * Refuses an account that sees the record, and a browser from which such an account has signed in (D28): only the performer may
 * consent and submit through the link.
 */
export async function refuseReader(
  services: PerformerLinkServices,
  { actor, request }: LinkCall,
  performerId: string,
): Promise<void> {
  if (actor && (await sees(services.db, actor, performerId))) throw new Problem('FORBIDDEN')
  if (!isDevice(services, request)) return
  const readers = await findReaders(services.db, performerId)
  if (readers.some((account) => deviceIdOf(services, request, account) !== undefined))
    throw new Problem('FORBIDDEN')
}

async function sees(db: Db, actor: Actor, performerId: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM performer WHERE id = ${performerId} AND ${visibleTo(actor)}`.execute(db)
  return rows.length > 0
}

/** The enabled accounts that see the record: the office and the members of its organisation. */
async function findReaders(db: Db, performerId: string): Promise<DeviceOwner[]> {
  const { rows } = await sql<DeviceOwner>`
    SELECT a.id, a.device_generation FROM account a WHERE a.role <> 'user' AND a.disabled_at IS NULL
    UNION SELECT a.id, a.device_generation FROM performer p JOIN active_membership m ON m.organisation_id = p.owner_id
      JOIN account a ON a.id = m.account_id AND a.disabled_at IS NULL WHERE p.id = ${performerId}`.execute(db)
  return rows
}

export function requireConsent(link: Pick<UsableLink, 'done_at' | 'consent_at'>): void {
  refuseDone(link)
  if (link.consent_at === null) throw new Problem('CONSENT_REQUIRED')
}

export function requireIdentity({ stated_at }: Pick<UsableLink, 'stated_at'>): void {
  if (stated_at === null) throw new Problem('IDENTITY_REQUIRED')
}

export function refuseDone({ done_at }: Pick<UsableLink, 'done_at'>): void {
  if (done_at !== null) throw new Problem('PERFORMER_LINK_ENDED')
}
