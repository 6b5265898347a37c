import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

const batch = 5000

/**
 * Deletes raw events that are older than 30 days, in batches to keep statements short. The daily counts
 * remain.
 * @returns the number of deleted events
 */
export async function deleteOldEvents({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.analyticsKept)
  for (let deleted = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM analytics_event WHERE id IN
        (SELECT id FROM analytics_event WHERE at < ${before} ORDER BY at LIMIT ${batch})`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < batch) return deleted
  }
}
