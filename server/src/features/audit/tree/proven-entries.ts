import type { LeafContent } from '@kyc/contract/log-entries.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { rootOf, siblingsOf, subtreesOf } from '../../../platform/transparency/merkle-tree.ts'
import { findHashes } from './tree-repository.ts'

/** An entry with its place in the tree. */
export interface ProvenEntry extends LeafContent {
  readonly leaf_index: number
  readonly leaf: string
}

/** Those of the entries that a checkpoint of `size` entries covers. */
export async function findProvenEntries(
  db: Db,
  ids: readonly string[],
  size: number,
): Promise<ProvenEntry[]> {
  const { rows } = await sql<ProvenEntry>`
    SELECT l.leaf_index, encode(l.leaf, 'hex') AS leaf, e.id, e.at_us::text AS at_us, e.actor, e.action, e.rtype, e.rid, e.subject,
      e.owner, e.writer, e.wseq::text AS wseq, encode(e.ip_commit, 'hex') AS ip_commit,
      encode(e.details_commit, 'hex') AS details_commit
    FROM audit_leaf l JOIN audit_event e ON e.id = l.event_id
    WHERE l.event_id = ANY(${ids}::uuid[]) AND l.leaf_index < ${size}`.execute(db)
  return rows
}

/**
 * Reads the hashes for the inclusion paths (RFC 6962) of the entries in the tree of `size` leaves.
 * @throws Error if a hash is missing
 */
export async function findPaths(
  db: Db,
  entries: readonly ProvenEntry[],
  size: number,
): Promise<(entry: ProvenEntry) => Buffer[]> {
  const tops = subtreesOf(size)
  const placeOf = (index: number) => tops.findIndex((top) => index < (top.index + 1) * 2 ** top.level)
  const siblings = ({ leaf_index: index }: ProvenEntry) => siblingsOf(index, tops[placeOf(index)]?.level ?? 0)
  const find = await findHashes(db, [...tops, ...entries.flatMap(siblings)])
  const hashOf = (subtree: (typeof tops)[number]): Buffer => {
    const hash = find(subtree)
    if (!hash) throw new Error('a hash of the audit tree is missing')
    return hash
  }
  return (entry) => {
    const place = placeOf(entry.leaf_index)
    const after = tops.slice(place + 1).map(hashOf)
    const before = tops.slice(0, place).map(hashOf).reverse()
    return [...siblings(entry).map(hashOf), ...(after.length > 0 ? [rootOf(after)] : []), ...before]
  }
}
