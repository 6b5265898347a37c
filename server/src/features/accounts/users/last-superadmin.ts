import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'

/**
 * For whoever takes the rank of `accountId` away or disables it (D5): all enabled superadmins are locked in the order
 * that everybody locks accounts in. Call it before any other account is locked.
 * @throws Problem LAST_SUPERADMIN
 */
export async function refuseLastSuperadmin(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM account WHERE role = 'superadmin' AND disabled_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  if (rows.every((row) => row.id === accountId)) throw new Problem('LAST_SUPERADMIN')
}
