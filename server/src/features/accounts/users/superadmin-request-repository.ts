import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { authorStillMay, requestAsSuperadmin } from '../../access/delegated-rights.ts'

interface SuperadminRequest {
  /** Null for the provider's claims. */
  readonly requested_by: string | null
  readonly requested_at: Date
}

/** A request `r` is open until it expires or its author is no longer an enabled superadmin. */
export const isOpenRequest = sql<boolean>`(r.expires_at > database_now() AND (r.requested_by IS NULL OR ${authorStillMay('r.requested_by', requestAsSuperadmin)}))`

export async function findSuperadminRequest(
  db: Db,
  accountId: string,
): Promise<SuperadminRequest | undefined> {
  const { rows } =
    await sql<SuperadminRequest>`SELECT r.requested_by, r.requested_at FROM superadmin_request r
    WHERE r.account_id = ${accountId}::uuid AND ${isOpenRequest}`.execute(db)
  return rows[0]
}

export async function deleteSuperadminRequest(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('superadmin_request').where('account_id', '=', accountId).execute()
}

/** Deletes requests that no second person has confirmed in time; the log keeps them. */
export async function deleteExpiredSuperadminRequests(db: Db): Promise<void> {
  await db.deleteFrom('superadmin_request').where('expires_at', '<=', sql<Date>`database_now()`).execute()
}

/** Ends the request that the claims of the provider made. */
export async function deleteClaimedRequest(tx: Tx, accountId: string): Promise<void> {
  await tx
    .deleteFrom('superadmin_request')
    .where('account_id', '=', accountId)
    .where('requested_by', 'is', null)
    .execute()
}
