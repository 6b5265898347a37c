import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ago } from '../../../platform/db/time.ts'

const batch = 1000

/** Deletes the addresses, the test records and the log of calls of the partner API after 30 days, like KYC sessions. */
export async function deleteOldAddresses(db: Db): Promise<void> {
  for (const table of ['kyc_address', 'partner_test_record', 'partner_call'] as const) {
    for (let isMore = true; isMore; ) {
      const { numAffectedRows = 0n } = await sql`
        DELETE FROM ${sql.table(table)} WHERE id IN (
          SELECT id FROM ${sql.table(table)} WHERE created_at < ${ago(limits.kyc.kept)} LIMIT ${batch})`.execute(
        db,
      )
      isMore = numAffectedRows === BigInt(batch)
    }
  }
}
