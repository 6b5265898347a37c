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

/** When the person began the exports of the last hour, oldest first: their entries tell (D38). */
export async function findExportsSince(db: Db, actor: Actor, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ at_us: number }>`
    SELECT at_us FROM audit_event
    WHERE actor = ${actor.id}::uuid AND action = 'export' AND rtype = 'audit_log' AND id >= ${lowestIdAt(since)}::uuid
    ORDER BY id`.execute(db)
  return rows.map(({ at_us }) => new Date(at_us / 1000))
}
