import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import type { Actor } from '../../access/actor.ts'
import type { LeafContent } from '../leaf.ts'

/** The hash and MAC of an entry with their input (D39). */
export interface EntryProof extends LeafContent {
  readonly leaf: Buffer
  readonly mac: Buffer
}

export async function getEntryProof(db: Db, id: string): Promise<EntryProof> {
  const { rows } = await sql<EntryProof>`
    SELECT id, at_us::text AS at_us, actor, action, rtype, rid, subject, owner, writer, wseq::text AS wseq,
      encode(ip_commit, 'hex') AS ip_commit, encode(details_commit, 'hex') AS details_commit, leaf, mac
    FROM audit_event WHERE id = ${id}::uuid`.execute(db)
  const [entry] = rows
  if (!entry) throw new Error(`no audit entry ${id}`)
  return entry
}

/** The start times of the account's exports since `since`, oldest first, from the log (D38). */
export async function findExportsSince(db: Db, actor: Actor, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ at_us: number }>`
    SELECT at_us FROM audit_event
    WHERE actor = ${actor.id}::uuid AND action = 'export' AND rtype = 'audit_log' AND id >= ${lowestIdAt(since)}::uuid
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
