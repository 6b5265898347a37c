import { limits } from '@kyc/contract/limits.ts'
import { type OrderByItemBuilder, sql } from 'kysely'
import { NIL } from 'uuid'
import type { Db } from '../../platform/db/database.ts'
import { fromNow } from '../../platform/db/time.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** Both tables have the same columns except the one of the credential itself. */
export type CredentialTable = 'partner_key' | 'partner_secret'

export interface CredentialRow {
  readonly id: string
  readonly partner_id: string
  readonly hint: string
  readonly created_at: Date
  readonly expires_at: Date | null
}

/** The part of a credential that is shown after its creation: the last four characters. */
export function lastFour(credential: string): string {
  return credential.slice(-4)
}

/**
 * The valid credentials, newest first. Only the newest has no expiry. Ids do not order them, because the
 * clocks of servers differ.
 */
export function findCredentials(
  db: Db,
  table: CredentialTable,
  partnerIds: readonly string[],
): Promise<CredentialRow[]> {
  return db
    .selectFrom(table)
    .select(['id', 'partner_id', 'hint', 'created_at', 'expires_at'])
    .where('partner_id', 'in', [...partnerIds, NIL])
    .where(notExpired)
    .orderBy('expires_at', newestFirst)
    .execute()
}

/**
 * Call before inserting a credential: the current one expires in 24 hours, older ones are deleted. Returns whether one of
 * these was still valid.
 */
export async function expireAfterOverlap(
  tx: Tx,
  table: CredentialTable,
  partnerId: string,
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom(table)
    .where('partner_id', '=', partnerId)
    .where('expires_at', 'is not', null)
    .returning(sql<boolean>`expires_at > now()`.as('was_valid'))
    .execute()
  const overlap = fromNow(limits.callback.rotationOverlap)
  await tx.updateTable(table).set({ expires_at: overlap }).where('partner_id', '=', partnerId).execute()
  return deleted.some(({ was_valid }) => was_valid)
}

export async function deleteCredential(tx: Tx, table: CredentialTable, id: string): Promise<void> {
  await tx.deleteFrom(table).where('id', '=', id).execute()
}

export async function deleteExpiredCredentials(db: Db): Promise<void> {
  for (const table of [
    'partner_key',
    'partner_secret',
    'partner_api_key',
    'partner_webhook_secret',
  ] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', sql<Date>`now()`).execute()
  }
}

/** Order of `expires_at`. */
export const newestFirst = (order: OrderByItemBuilder) => order.desc().nullsFirst()

/** Condition for a query of one of the two tables. */
export const notExpired = sql<boolean>`(expires_at IS NULL OR expires_at > now())`
