import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import {
  hashChildren,
  rootOf,
  type Subtree,
  subtreesOf,
  type TreeNode,
} from '../../../platform/transparency/merkle-tree.ts'
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
 * The newest checkpoint of this key. Rows with another signature or size are passed over, so that a planted one stops
 * neither the sealing nor the export; the verification reports them.
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

/** The hashes of the `subtreesOf` a tree of `size` leaves; undefined if one is missing. */
export async function findSubtrees(db: Db, size: number): Promise<Buffer[] | undefined> {
  const subtrees = subtreesOf(size)
  const hashOf = await findHashes(db, subtrees)
  const hashes = subtrees.flatMap((subtree) => hashOf(subtree) ?? [])
  return hashes.length === subtrees.length ? hashes : undefined
}

/**
 * Reads the hashes of the subtrees and returns the function that finds them, undefined for a missing one. Small
 * subtrees are not stored: theirs are computed from their leaves, of which 256 are read at once.
 */
export async function findHashes(
  db: Db,
  subtrees: readonly Subtree[],
): Promise<(subtree: Subtree) => Buffer | undefined> {
  const nodes = unique(subtrees.filter(({ level }) => level >= storedLevel))
  const above = (at: Subtree) => ({
    level: storedLevel,
    index: Math.floor(at.index / 2 ** (storedLevel - at.level)),
  })
  const chunks = unique(subtrees.filter(({ level }) => level < storedLevel).map(above))
  const { rows } = await sql<TreeNode>`
    SELECT level, index, hash
    FROM unnest(${nodes.map(({ level }) => level)}::smallint[], ${nodes.map(({ index }) => index)}::bigint[]) AS wanted (level, index)
    JOIN audit_node USING (level, index)
    UNION ALL
    SELECT 0, leaf_index, leaf FROM unnest(${chunks.map(({ index }) => index)}::bigint[]) AS chunk
    JOIN audit_leaf ON leaf_index >= chunk * ${sql.lit(2 ** storedLevel)} AND leaf_index < (chunk + 1) * ${sql.lit(2 ** storedLevel)}`.execute(
    db,
  )
  const hashes = new Map(rows.map((node) => [nameOf(node), node.hash]))
  const hashOf = (subtree: Subtree): Buffer | undefined => {
    const known = hashes.get(nameOf(subtree))
    if (known || subtree.level === 0 || subtree.level >= storedLevel) return known
    const below = { level: subtree.level - 1, index: 2 * subtree.index }
    const [left, right] = [hashOf(below), hashOf({ ...below, index: below.index + 1 })]
    if (!left || !right) return undefined
    const hash = hashChildren(left, right)
    hashes.set(nameOf(subtree), hash)
    return hash
  }
  return hashOf
}

const nameOf = ({ level, index }: Subtree) => `${level}/${index}`

function unique(subtrees: readonly Subtree[]): Subtree[] {
  return [...new Map(subtrees.map((subtree) => [nameOf(subtree), subtree])).values()]
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
 * The published sizes above `from` that have a stored checkpoint. Others are left out: the login of the server can note
 * any number, which would then count as missing for good.
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
