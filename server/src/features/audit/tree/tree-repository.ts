import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { GrowingTree, rootOf, subtreesOf, type TreeNode } from '../../../platform/transparency/merkle-tree.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import { openCheckpoint } from './checkpoint.ts'

/** Hashes of subtrees are stored from this level on, that of 256 leaves. */
export const storedLevel = 8

export interface StoredCheckpoint {
  readonly size: number
  readonly root: Buffer
  readonly note: string
}

const readAtOnce = 20

/**
 * The newest checkpoint of this key. Rows with another signature or size are passed over, so that a planted one stops neither
 * the sealing nor the export; the verification reports them.
 */
export async function findNewestCheckpoint(
  db: Db,
  verifier: NoteVerifier,
): Promise<StoredCheckpoint | undefined> {
  for (let below = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await findCheckpoints(db, below, readAtOnce)
    const valid = rows.find(({ size, note }) => openCheckpoint(verifier, note)?.size === size)
    const last = rows.at(-1)
    if (valid || !last) return valid
    below = last.size
  }
}

/** The stored checkpoints of less than `below` entries, largest first, valid or not. */
export function findCheckpoints(db: Db, below: number, limit: number): Promise<StoredCheckpoint[]> {
  return db
    .selectFrom('audit_checkpoint')
    .selectAll()
    .where('size', '<', below)
    .orderBy('size', 'desc')
    .limit(limit)
    .execute()
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

/** Notes that the checkpoint of `size` entries was published. */
export async function notePublished(db: Db, size: number): Promise<void> {
  await db
    .insertInto('audit_published')
    .values({ size })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * The sizes above `from` that were published, of the checkpoints that exist: the login of the server can note any number, and none of
 * them must count as missing for good.
 */
export async function findPublished(db: Db, from: number): Promise<number[]> {
  const rows = await db
    .selectFrom('audit_published')
    .innerJoin('audit_checkpoint', 'audit_checkpoint.size', 'audit_published.size')
    .select('audit_published.size')
    .where('audit_published.size', '>', from)
    .execute()
  return rows.map(({ size }) => size)
}
