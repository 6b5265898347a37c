import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { GrowingTree, rootOf, subtreesOf, type TreeNode } from '../../../platform/transparency/merkle-tree.ts'

/** Hashes of subtrees are stored from this level on, that of 256 leaves. */
export const storedLevel = 8

export interface StoredCheckpoint {
  readonly size: number
  readonly root: Buffer
  readonly note: string
}

export async function findNewestCheckpoint(db: Db): Promise<StoredCheckpoint | undefined> {
  return db.selectFrom('audit_checkpoint').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst()
}

/** The hashes of the `subtreesOf` a tree of `size` leaves; undefined if one is missing. Reads at most 255 leaves. */
export async function findSubtrees(db: Db, size: number): Promise<Buffer[] | undefined> {
  const [stored, rest] = [subtreesOf(size - (size % 2 ** storedLevel)), size % 2 ** storedLevel]
  const nodes = await sql<{ hash: Buffer }>`
    SELECT n.hash FROM unnest(${stored.map(({ level }) => level)}::smallint[], ${stored.map(({ index }) => index)}::bigint[])
      WITH ORDINALITY AS wanted (level, index, place)
    JOIN audit_node n ON n.level = wanted.level AND n.index = wanted.index ORDER BY place`.execute(db)
  const leaves = await sql<{ leaf: Buffer }>`
    SELECT leaf FROM audit_leaf WHERE leaf_index >= ${size - rest} AND leaf_index < ${size} ORDER BY leaf_index`.execute(
    db,
  )
  if (nodes.rows.length !== stored.length || leaves.rows.length !== rest) return undefined
  const tree = new GrowingTree()
  for (const { leaf } of leaves.rows) tree.append(leaf, () => undefined)
  return [...nodes.rows.map(({ hash }) => hash), ...tree.subtrees]
}

/** The root of the first `size` leaves from the stored hashes; undefined if the tree is smaller or has gaps. */
export async function findRoot(db: Db, size: number): Promise<Buffer | undefined> {
  const subtrees = await findSubtrees(db, size)
  return subtrees && rootOf(subtrees)
}

export interface SealedEntry {
  readonly id: string
  readonly leaf: Buffer
}

/** Adds leaves from index `start` on. */
export async function insertLeaves(tx: Db, start: number, entries: readonly SealedEntry[]): Promise<void> {
  await sql`
    INSERT INTO audit_leaf (leaf_index, event_id, leaf)
    SELECT ${start}::bigint + place - 1, id, leaf
    FROM unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ leaf }) => leaf)}::bytea[])
      WITH ORDINALITY AS entry (id, leaf, place)`.execute(tx)
}

/** Adds subtrees and the checkpoint. */
export async function insertCheckpoint(
  tx: Db,
  nodes: readonly TreeNode[],
  checkpoint: StoredCheckpoint,
): Promise<void> {
  await sql`
    INSERT INTO audit_node (level, index, hash)
    SELECT * FROM unnest(${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ index }) => index)}::bigint[],
      ${nodes.map(({ hash }) => hash)}::bytea[])`.execute(tx)
  await tx.insertInto('audit_checkpoint').values(checkpoint).execute()
}

/** Transaction ids are those of a cluster; the copy of a database in the same cluster has another object id. */
export async function currentDatabase(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT system_identifier || '/' || oid AS name FROM pg_control_system(), pg_database
    WHERE datname = current_database()`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a SELECT without a row')
  return row.name
}
