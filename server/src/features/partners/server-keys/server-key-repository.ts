import { minute } from '@kyc/contract/durations.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import { ago } from '../../../platform/db/time.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { notExpired } from '../credential-repository.ts'
import type { PartnerRow } from '../partner-repository.ts'

export type ServerKeyRow = Omit<Selectable<Tables['partner_api_key']>, 'hash'>

const columns = [
  'id',
  'partner_id',
  'mode',
  'scopes',
  'api_version',
  'hint',
  'created_at',
  'expires_at',
  'last_used_at',
] as const

/** The keys of a partner that have not expired, newest first. */
export function findServerKeys(db: Db, partnerId: string): Promise<ServerKeyRow[]> {
  return db
    .selectFrom('partner_api_key')
    .select(columns)
    .where('partner_id', '=', partnerId)
    .where(notExpired)
    .orderBy('id', 'desc')
    .execute()
}

export async function findServerKey(
  db: Db,
  partnerId: string,
  id: string,
): Promise<ServerKeyRow | undefined> {
  if (!isId(id)) return undefined
  return db
    .selectFrom('partner_api_key')
    .select(columns)
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .where(notExpired)
    .executeTakeFirst()
}

export async function insertServerKey(
  tx: Tx,
  row: Omit<ServerKeyRow, 'expires_at' | 'last_used_at'> & { readonly hash: Buffer },
): Promise<void> {
  await tx.insertInto('partner_api_key').values(row).execute()
}

export async function expireServerKey(
  tx: Tx,
  id: string,
  expires_at: ReturnType<typeof sql<Date>>,
): Promise<void> {
  await tx.updateTable('partner_api_key').set({ expires_at }).where('id', '=', id).execute()
}

/** Holds a key until the end of the transaction: a call to revoke it waits. Returns false if it is not valid any more. */
export async function holdServerKey(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('partner_api_key')
    .select('id')
    .where('id', '=', id)
    .where(notExpired)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Returns false if the key does not exist, for example because another call has deleted it. */
export async function deleteServerKey(tx: Tx, partnerId: string, id: string): Promise<boolean> {
  if (!isId(id)) return false
  const { numDeletedRows } = await tx
    .deleteFrom('partner_api_key')
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface ServerKeyOfPartner {
  readonly key: Pick<ServerKeyRow, 'id' | 'mode' | 'scopes' | 'api_version' | 'hint'>
  readonly partner: PartnerRow
  /** The use of the key is not recorded yet. */
  readonly isUnrecorded: boolean
}

/** Finds a valid key with its partner. The partner must be enabled, and live if the key is live. */
export async function findByServerKey(db: Db, hash: Buffer): Promise<ServerKeyOfPartner | undefined> {
  const row = await db
    .selectFrom('partner_api_key as key')
    .innerJoin('partner', 'partner.id', 'key.partner_id')
    .selectAll('partner')
    .select(['key.id as key_id', 'key.mode as key_mode', 'key.scopes', 'key.api_version', 'key.hint'])
    .select(sql<boolean>`coalesce(key.last_used_at < ${ago(useRecordedEvery)}, true)`.as('is_unrecorded'))
    .where('key.hash', '=', hash)
    .where(notExpired)
    .where('partner.disabled_at', 'is', null)
    .where((where) => where.or([where('key.mode', '=', 'test'), where('partner.mode', '=', 'live')]))
    .executeTakeFirst()
  if (!row) return undefined
  const {
    key_id: id,
    key_mode: mode,
    scopes,
    api_version,
    hint,
    is_unrecorded: isUnrecorded,
    ...partner
  } = row
  return { key: { id, mode, scopes, api_version, hint }, partner, isUnrecorded }
}

const useRecordedEvery = 10 * minute

/** At most one of several calls writes. */
export async function recordUse(db: Db, id: string): Promise<void> {
  await db
    .updateTable('partner_api_key')
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((where) =>
      where.or([where('last_used_at', 'is', null), where('last_used_at', '<', ago(useRecordedEvery))]),
    )
    .execute()
}
