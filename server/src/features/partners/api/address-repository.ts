import { limits } from '@kyc/contract/limits.ts'
import type { AddressState } from '@kyc/contract/partner-api-vocabulary.ts'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { interval } from '../../../platform/db/time.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { countBounded } from '../../../platform/lists/page.ts'

/** A one-time address as its partner sees it. All times come from the clock of the database. */
export interface AddressRow {
  readonly id: string
  readonly user_id: string
  readonly session_id: string | null
  readonly state: AddressState
  readonly mode: PartnerMode
  readonly created_at: Date
  readonly expires_at: Date
  readonly opened_at: Date | null
}

export interface NewAddress {
  readonly id: string
  readonly partner_id: string
  /** The key whose call creates it. */
  readonly api_key_id: string
  readonly mode: PartnerMode
  readonly user_id: string
  readonly session_id: string | null
  readonly locale: string
  readonly callback_url: string
  readonly redirect_url: string | null
  readonly token_hash: Buffer
}

export async function insertAddress(tx: Tx, address: NewAddress): Promise<void> {
  const expires_at = sql<Date>`now() + ${interval(limits.kyc.address)}`
  await tx
    .insertInto('kyc_address')
    .values({ ...address, created_at: sql`now()`, expires_at })
    .execute()
}

/** What belongs to a partner and the mode of its key: no query reads both modes. */
export interface Owned {
  readonly partnerId: string
  readonly mode: PartnerMode
}

const columns = sql`a.id, a.user_id, a.session_id, a.mode, a.created_at, a.expires_at, a.opened_at,
  CASE WHEN s.delivery_id IS NOT NULL THEN 'completed'
    WHEN coalesce(s.expires_at, a.expires_at) <= now() OR (a.opened_at IS NOT NULL AND s.id IS NULL) THEN 'expired'
    WHEN a.opened_at IS NOT NULL THEN 'opened' ELSE 'waiting' END AS state`
const joined = sql`kyc_address a LEFT JOIN kyc_session s ON s.id = a.kyc_session_id`
const owned = ({ partnerId, mode }: Owned) => sql`a.partner_id = ${partnerId}::uuid AND a.mode = ${mode}`

export async function findAddress(db: Db, of: Owned, id: string): Promise<AddressRow | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<AddressRow>`SELECT ${columns} FROM ${joined}
    WHERE a.id = ${id}::uuid AND ${owned(of)}`.execute(db)
  return rows[0]
}

/** Newest first; only ids below `before`. */
export async function findAddresses(
  db: Db,
  { userId, ...of }: Owned & { readonly userId: string | undefined },
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<AddressRow[]> {
  const below = before === undefined ? sql`` : sql`AND a.id < ${before}::uuid`
  const { rows } = await sql<AddressRow>`SELECT ${columns} FROM ${joined}
    WHERE ${owned(of)} ${ofUser(userId)} ${below} ORDER BY a.id DESC LIMIT ${limit}`.execute(db)
  return rows
}

export function countAddresses(
  db: Db,
  { userId, ...of }: Owned & { readonly userId: string | undefined },
): Promise<number> {
  return countBounded(db, sql`SELECT FROM kyc_address a WHERE ${owned(of)} ${ofUser(userId)}`)
}

const ofUser = (userId: string | undefined) => (userId === undefined ? sql`` : sql`AND a.user_id = ${userId}`)

/** An address that a browser opens. */
export interface OpenedAddress extends Omit<NewAddress, 'token_hash' | 'api_key_id'> {
  readonly is_expired: boolean
  readonly kyc_session_id: string | null
  readonly opened_at: Date | null
}

/**
 * Locks the address with this token, so that one of several browsers gets it. Locks its partner first, in the order of the
 * acts on a partner that end addresses.
 */
export async function lockAddress(tx: Tx, tokenHash: Buffer): Promise<OpenedAddress | undefined> {
  await sql`SELECT FROM partner WHERE id = (SELECT partner_id FROM kyc_address WHERE token_hash = ${tokenHash})
    FOR SHARE`.execute(tx)
  return tx
    .selectFrom('kyc_address')
    .select(['id', 'partner_id', 'mode', 'user_id', 'session_id', 'locale', 'callback_url', 'redirect_url'])
    .select(['kyc_session_id', 'opened_at', sql<boolean>`expires_at <= now()`.as('is_expired')])
    .where('token_hash', '=', tokenHash)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function setOpened(tx: Tx, id: string, kycSessionId: string): Promise<void> {
  await tx
    .updateTable('kyc_address')
    .set({ opened_at: sql<Date>`now()`, kyc_session_id: kycSessionId })
    .where('id', '=', id)
    .execute()
}

/** Ends the addresses of a partner, or of one of its users, that no browser has opened. */
export async function endWaitingAddresses(tx: Tx, partnerId: string, userId?: string): Promise<void> {
  await sql`UPDATE kyc_address a SET expires_at = now()
    WHERE a.partner_id = ${partnerId}::uuid AND a.mode = 'live' AND a.opened_at IS NULL AND a.expires_at > now()
      ${ofUser(userId)}`.execute(tx)
}

/**
 * Ends the waiting addresses that a key has created, and makes the users claims again that its opened addresses have
 * proven. Also those whose key is not known, because an earlier version created them.
 */
export async function withdrawAddressesOf(tx: Tx, partnerId: string, keyId: string): Promise<void> {
  const created = sql`a.partner_id = ${partnerId}::uuid AND a.mode = 'live'
    AND (a.api_key_id = ${keyId}::uuid OR a.api_key_id IS NULL)`
  await sql`UPDATE kyc_address a SET expires_at = now()
    WHERE ${created} AND a.opened_at IS NULL AND a.expires_at > now()`.execute(tx)
  // Each statement sees what calls that held a row before have committed: an opened address, then its link.
  await sql`UPDATE kyc_session s SET user_verified = false FROM kyc_address a
    WHERE ${created} AND s.id = a.kyc_session_id AND s.user_verified`.execute(tx)
  await sql`UPDATE partner_user u SET verified = false FROM kyc_address a JOIN kyc_session s ON s.id = a.kyc_session_id
    WHERE ${created} AND u.partner_id = a.partner_id AND u.user_id = a.user_id AND u.account_id = s.account_id
      AND u.verified`.execute(tx)
}
