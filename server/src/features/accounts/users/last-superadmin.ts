import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'

/**
 * For whoever takes the rank of `accountId` away without anybody acting (D5): whether nobody else would be left. All
 * enabled superadmins stay locked, in the order that everybody locks accounts in, so that it holds until the commit.
 */
export async function isLastSuperadmin(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM account WHERE role = 'superadmin' AND disabled_at IS NULL
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  return rows.every((row) => row.id === accountId)
}
