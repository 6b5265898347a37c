import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ago } from '../../../platform/db/time.ts'

const batch = 200

/**
 * Ends addresses after their own time and the time of a KYC session that was opened at the last moment. A trigger
 * writes the event of those that had no result. Several processes may run it at once.
 */
export async function endAddresses(db: Db): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { numAffectedRows = 0n } = await sql`
      UPDATE kyc_address SET ended = true WHERE id IN (
        SELECT id FROM kyc_address WHERE NOT ended AND mode = 'live' AND expires_at < ${ago(limits.kyc.session)}
        ORDER BY expires_at LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED)`.execute(db)
    isMore = numAffectedRows === BigInt(batch)
  }
}
