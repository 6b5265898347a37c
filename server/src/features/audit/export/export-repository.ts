import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import type { Actor } from '../../access/actor.ts'
import type { LeafContent } from '../seal.ts'

/** An entry as it was sealed (D39). */
export interface SealedEntry extends LeafContent {
  readonly leaf: Buffer
  readonly mac: Buffer
}

export async function getSealedEntry(db: Db, id: string): Promise<SealedEntry> {
  const { rows } = await sql<SealedEntry>`
    SELECT id, at_us::text AS at_us, actor, action, rtype, rid, writer, wseq::text AS wseq,
      encode(ip_commit, 'hex') AS ip_commit, encode(details_commit, 'hex') AS details_commit, leaf, mac
    FROM audit_event WHERE id = ${id}::uuid`.execute(db)
  const [entry] = rows
  if (!entry) throw new Error('an entry that was there is gone')
  return entry
}

/** When the account began its exports since `since`, oldest first, by their entries in the log (D38). */
export async function findExportsSince(db: Db, actor: Actor, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ at_us: number }>`
    SELECT at_us FROM audit_event
    WHERE actor = ${actor.id}::uuid AND action = 'export' AND rtype = 'audit_log' AND id >= ${lowestIdAt(since)}::uuid
    ORDER BY id`.execute(db)
  return rows.map(({ at_us }) => new Date(at_us / 1000))
}

/**
 * Claims the one export that an account may have at a time, in all processes together. The lock ends with the
 * connection; that of an export that was just cancelled may take a moment to end.
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

/**
 * A page needs some thousand rows by their keys. The planner assumes cold disks and would scan whole tables for each
 * page: 17 µs an entry instead of 3.
 */
export async function lookUpByKey(connection: Db): Promise<void> {
  await sql`SELECT set_config(name, 'off', false) FROM unnest(ARRAY['enable_hashjoin', 'enable_mergejoin']) name`.execute(
    connection,
  )
}
