import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import type { Actor } from '../../access/actor.ts'

/** The start times of the account's exports of log or list since `since`, oldest first, from the log (D38). */
export async function findExportsSince(
  db: Db,
  actor: Actor,
  since: Date,
  resourceType: 'audit_log' | 'performer',
): Promise<Date[]> {
  const { rows } = await sql<{ at_us: number }>`
    SELECT at_us FROM audit_event
    WHERE actor = ${actor.id}::uuid AND action = 'export' AND rtype = ${resourceType} AND rid IS NULL AND id >= ${lowestIdAt(since)}::uuid
    ORDER BY id`.execute(db)
  return rows.map(({ at_us }) => new Date(at_us / 1000))
}

/**
 * Claims the only export that an account may run at a time, across processes. The lock is released when the
 * connection closes. Retries for a second, because closing the connection of a cancelled export may take a
 * moment.
 */
export async function claimExport(connection: Db, actor: Actor): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await sql<{ locked: boolean }>`
      SELECT pg_try_advisory_lock(hashtextextended(${`audit-export:${actor.id}`}, 0)) AS locked`.execute(
      connection,
    )
    if (rows[0]?.locked) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
