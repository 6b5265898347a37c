import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { chunkLeaves } from '../../../platform/transparency/leaf-set.ts'
import type { Subtree } from '../../../platform/transparency/merkle-tree.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import type { LeafContent } from '../leaf.ts'
import { findNewestCheckpoint } from '../tree/tree-repository.ts'

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

/** The positions in the tree of those of the entries that a checkpoint of `size` covers. */
export async function findLeafIndexes(db: Db, entryIds: readonly string[], size: number): Promise<number[]> {
  const { rows } = await sql<{ leaf_index: number }>`
    SELECT leaf_index FROM audit_leaf WHERE event_id = ANY(${entryIds}::uuid[]) AND leaf_index < ${size}`.execute(
    db,
  )
  return rows.map((row) => row.leaf_index)
}

export interface ProvenEntry extends LeafContent {
  readonly action: AuditAction
  readonly rtype: AuditResourceType
  readonly leaf_index: number
  readonly leaf: Buffer
  /** Null if they were destroyed. */
  readonly ip_enc: Buffer | null
  readonly details_enc: Buffer | null
}

/** The entries at these positions, highest first. */
export async function findProvenEntries(db: Db, indexes: readonly number[]): Promise<ProvenEntry[]> {
  const { rows } = await sql<ProvenEntry>`
    SELECT l.leaf_index, l.leaf, pii.ip_enc, pii.details_enc, e.id, e.at_us::text AS at_us, e.actor, e.action, e.rtype, e.rid, e.subject,
      e.owner, e.writer, e.wseq::text AS wseq, encode(e.ip_commit, 'hex') AS ip_commit,
      encode(e.details_commit, 'hex') AS details_commit
    FROM audit_leaf l JOIN audit_event e ON e.id = l.event_id LEFT JOIN audit_pii pii ON pii.event_id = e.id
    WHERE l.leaf_index = ANY(${indexes}::bigint[]) ORDER BY l.leaf_index DESC`.execute(db)
  return rows
}

/** The stored hashes of subtrees, in the order of `subtrees`. @throws Error if one is missing */
export async function getNodes(db: Db, subtrees: readonly Subtree[]): Promise<Buffer[]> {
  const levels = subtrees.map(({ level }) => level)
  const indexes = subtrees.map(({ index }) => index)
  const { rows } = await sql<{ hash: Buffer }>`
    SELECT hash FROM unnest(${levels}::smallint[], ${indexes}::bigint[]) WITH ORDINALITY AS wanted (level, index, position)
    JOIN audit_node USING (level, index) ORDER BY position`.execute(db)
  if (rows.length < subtrees.length) throw new Error('a node of the audit tree is missing')
  return rows.map(({ hash }) => hash)
}

/** The leaves of each chunk, from its first one. */
export async function findChunks(db: Db, chunks: readonly number[]): Promise<Map<number, Buffer[]>> {
  const { rows } = await sql<{ chunk: number; leaf: Buffer }>`
    SELECT chunk, leaf FROM unnest(${chunks}::bigint[]) AS chunk
    JOIN audit_leaf ON leaf_index >= chunk * ${sql.lit(chunkLeaves)} AND leaf_index < (chunk + 1) * ${sql.lit(chunkLeaves)}
    ORDER BY leaf_index`.execute(db)
  const leaves = new Map<number, Buffer[]>(chunks.map((chunk) => [chunk, []]))
  for (const { chunk, leaf } of rows) leaves.get(chunk)?.push(leaf)
  return leaves
}
