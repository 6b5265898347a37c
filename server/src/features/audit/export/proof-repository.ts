import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import {
  hashChildren,
  rootOf,
  type Subtree,
  siblingsOf,
  subtreesOf,
} from '../../../platform/transparency/merkle-tree.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import type { LeafContent } from '../leaf.ts'
import { findNewestCheckpoint, findSubtrees, storedLevel } from '../tree/tree-repository.ts'

export interface ExportCheckpoint {
  readonly size: number
  readonly root: Buffer
  readonly note: string
  /** Whether it covers the entry in question. */
  readonly covers: boolean
}

/** The newest checkpoint; undefined before the first one. */
export async function findCheckpoint(
  db: Db,
  verifier: NoteVerifier,
  entryId: string | undefined,
): Promise<ExportCheckpoint | undefined> {
  const newest = await findNewestCheckpoint(db, verifier)
  if (!newest) return undefined
  const { rows } = await sql<{ covers: boolean }>`
    SELECT EXISTS (SELECT FROM audit_leaf WHERE event_id = ${entryId ?? null}::uuid AND leaf_index < ${newest.size}) AS covers`.execute(
    db,
  )
  return { ...newest, covers: rows[0]?.covers ?? false }
}

export interface ProvenEntry extends LeafContent {
  readonly action: AuditAction
  readonly rtype: AuditResourceType
  readonly leaf_index: number
  readonly leaf: string
}

/** Those of the entries that a checkpoint of `size` covers. */
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

/** The leaves of a chunk and what is computed from them: the hashes of each level. */
type Chunk = readonly (readonly Buffer[])[]

const chunkLeaves = 2 ** storedLevel
const nameOf = ({ level, index }: Subtree) => `${level}/${index}`

/**
 * The inclusion paths (RFC 6962) of leaves in the tree of `size` leaves.
 * @throws Error if a hash is missing
 */
export async function findPaths(db: Db, size: number, indexes: readonly number[]): Promise<Buffer[][]> {
  const tops = subtreesOf(size)
  const topHashes = await findSubtrees(db, size)
  const ways = indexes.map((index) => {
    const place = tops.findIndex((top) => index < (top.index + 1) * 2 ** top.level)
    return { place, siblings: siblingsOf(index, tops[place]?.level ?? 0) }
  })
  const chunks = await findChunks(db, new Set(indexes.map((index) => Math.floor(index / chunkLeaves))))
  const nodes = await findNodes(
    db,
    ways.flatMap(({ siblings }) => siblings.slice(storedLevel)),
  )
  const hashOf = (subtree: Subtree): Buffer => {
    const { level, index } = subtree
    const chunk = Math.floor((index * 2 ** level) / chunkLeaves)
    const hash =
      level < storedLevel
        ? chunks.get(chunk)?.[level]?.[index - (chunk * chunkLeaves) / 2 ** level]
        : nodes.get(nameOf(subtree))
    if (!hash) throw new Error('a hash of the audit tree is missing')
    return hash
  }
  return ways.map(({ place, siblings }) => {
    const after = topHashes?.slice(place + 1) ?? []
    const before = topHashes?.slice(0, place).reverse() ?? []
    return [...siblings.map(hashOf), ...(after.length > 0 ? [rootOf(after)] : []), ...before]
  })
}

async function findChunks(db: Db, chunks: ReadonlySet<number>): Promise<Map<number, Chunk>> {
  const { rows } = await sql<{ chunk: number; leaves: Buffer[] }>`
    SELECT chunk, (SELECT array_agg(leaf ORDER BY leaf_index) FROM audit_leaf
      WHERE leaf_index >= chunk * ${sql.lit(chunkLeaves)} AND leaf_index < (chunk + 1) * ${sql.lit(chunkLeaves)}) AS leaves
    FROM unnest(${[...chunks]}::bigint[]) AS chunk`.execute(db)
  return new Map(rows.map(({ chunk, leaves }) => [chunk, levelsOf(leaves)]))
}

function levelsOf(leaves: readonly Buffer[]): Chunk {
  const levels = [leaves]
  for (let below = leaves; below.length > 1; ) {
    const children = below
    below = Array.from({ length: Math.floor(children.length / 2) }, (_, at) =>
      // Both exist: the length is halved.
      hashChildren(children[2 * at] as Buffer, children[2 * at + 1] as Buffer),
    )
    levels.push(below)
  }
  return levels
}

async function findNodes(db: Db, subtrees: readonly Subtree[]): Promise<Map<string, Buffer>> {
  const wanted = [...new Map(subtrees.map((subtree) => [nameOf(subtree), subtree])).values()]
  const { rows } = await sql<Subtree & { hash: Buffer }>`
    SELECT level, index, hash
    FROM unnest(${wanted.map(({ level }) => level)}::smallint[], ${wanted.map(({ index }) => index)}::bigint[]) AS wanted (level, index)
    JOIN audit_node USING (level, index)`.execute(db)
  return new Map(rows.map(({ hash, ...subtree }) => [nameOf(subtree), hash]))
}
