import { limits } from '@kyc/contract/limits.ts'
import { type OrderByItemBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** The tables of keys and of secrets are alike in all but what they keep. */
export type CredentialTable = 'partner_key' | 'partner_secret'

export interface CredentialRow {
  readonly id: string
  readonly partner_id: string
  readonly hint: string
  readonly created_at: Date
  readonly expires_at: Date | null
}

/** What a keeper may see of a credential later on. */
export function hintOf(credential: string): string {
  return credential.slice(-4)
}

/** Those that hold, newest first: the newest alone has no end yet. Ids would not do, they tell the time of any server. */
export function findCredentials(
  db: Db,
  table: CredentialTable,
  partnerIds: readonly string[],
): Promise<CredentialRow[]> {
  return db
    .selectFrom(table)
    .select(['id', 'partner_id', 'hint', 'created_at', 'expires_at'])
    .where('partner_id', 'in', [...partnerIds, nobody])
    .where(stillHolds)
    .orderBy('expires_at', newestFirst)
    .execute()
}

/** Before a new one is made: the present one holds for 24 hours more, and older ones end. */
export async function endAfterOverlap(tx: Tx, table: CredentialTable, partnerId: string): Promise<void> {
  await tx.deleteFrom(table).where('partner_id', '=', partnerId).where('expires_at', 'is not', null).execute()
  const overlap = sql<Date>`now() + make_interval(secs => ${limits.callback.rotationOverlap / 1000})`
  await tx.updateTable(table).set({ expires_at: overlap }).where('partner_id', '=', partnerId).execute()
}

export async function deleteCredential(tx: Tx, table: CredentialTable, id: string): Promise<void> {
  await tx.deleteFrom(table).where('id', '=', id).execute()
}

export async function deleteExpiredCredentials(db: Db): Promise<void> {
  for (const table of ['partner_key', 'partner_secret'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', sql<Date>`now()`).execute()
  }
}

/** Keeps an empty list from being a fault. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** For `expires_at`. */
export const newestFirst = (order: OrderByItemBuilder) => order.desc().nullsFirst()

/** For a query about one of the two tables. */
export const stillHolds = sql<boolean>`(expires_at IS NULL OR expires_at > now())`
