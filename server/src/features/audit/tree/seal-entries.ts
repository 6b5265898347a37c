import { sql } from 'kysely'
import { NIL } from 'uuid'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { GrowingTree, type TreeNode } from '../../../platform/transparency/merkle-tree.ts'
import type { NoteSigner } from '../../../platform/transparency/signed-note.ts'
import { openCheckpoint, type SealedUpTo, signCheckpoint } from './checkpoint.ts'
import {
  currentDatabase,
  findNewestCheckpoint,
  findSubtrees,
  insertCheckpoint,
  insertLeaves,
  type SealedEntry,
  type StoredCheckpoint,
  storedLevel,
} from './tree-repository.ts'

/** What a sequencer needs to seal. */
export interface SealingServices {
  readonly db: Db
  readonly clock: Clock
  readonly auditSigner: NoteSigner
}

/** The tree at its newest checkpoint. */
export interface SealedTree {
  readonly tree: GrowingTree
  readonly newest: StoredCheckpoint | undefined
  readonly sealedUpTo: SealedUpTo
}

/** The stored tree contradicts its newest checkpoint: sealing would sign the contradiction. */
export class TreeDamaged extends Error {
  override readonly name = 'TreeDamaged'
}

/** Entries sealed in one transaction. */
export const sealBatch = 5000

/**
 * Reads the tree. In another database than that of the newest checkpoint, as after a restore, seals all entries without
 * a leaf first: their transaction ids are those of the former database and prove no order.
 * @throws TreeDamaged
 */
export async function openTree(services: SealingServices): Promise<SealedTree> {
  const { db, auditSigner } = services
  const database = await currentDatabase(db)
  const newest = await findNewestCheckpoint(db, auditSigner)
  if (!newest) return sealUnsealed(services, new GrowingTree(), undefined, database)
  const checkpoint = openCheckpoint(auditSigner, newest.note)
  const subtrees = await findSubtrees(db, newest.size)
  const tree = subtrees && new GrowingTree(newest.size, subtrees)
  if (!checkpoint || !tree || checkpoint.size !== newest.size || !tree.root().equals(checkpoint.root)) {
    throw new TreeDamaged(
      `the tree of the audit log contradicts its newest checkpoint, of ${newest.size} entries`,
    )
  }
  const { sealedUpTo } = checkpoint
  return sealedUpTo.database === database
    ? { tree, newest, sealedUpTo }
    : sealUnsealed(services, tree, newest, database)
}

/**
 * Seals up to `sealBatch` entries in the order of their transactions: leaves, subtrees and checkpoint in one
 * transaction. Returns `sealed` itself if there was no entry to seal. Only entries of transactions below the oldest
 * running one are sealed, so that a transaction that commits late is not skipped.
 */
export async function sealPending(services: SealingServices, sealed: SealedTree): Promise<SealedTree> {
  const { db } = services
  const { sealedUpTo, tree } = sealed
  // The text of the transaction id has its own name: `ORDER BY xid` would otherwise sort by the text.
  const { rows } = await sql<SealedEntry & { xid_text: string }>`${prepared}
    SELECT e.id, e.leaf, e.xid::text AS xid_text FROM audit_event e
    WHERE (e.xid, e.id) > (${sealedUpTo.xid}::text::xid8, ${sealedUpTo.id}::uuid)
      AND e.xid < pg_snapshot_xmin(pg_current_snapshot())
      AND NOT EXISTS (SELECT FROM audit_leaf l WHERE l.event_id = e.id)
    ORDER BY e.xid, e.id LIMIT ${sealBatch}`.execute(db)
  const last = rows.at(-1)
  if (!last) return sealed
  const position = { database: sealedUpTo.database, xid: last.xid_text, id: last.id }
  return db.transaction().execute(async (tx) => {
    const grown = new GrowingTree(tree.size, tree.subtrees)
    const nodes = await appendEntries(tx, grown, rows)
    return storeCheckpoint({ ...services, db: tx }, grown, nodes, sealed.newest, position)
  })
}

/** Seals every entry without a leaf in one transaction and constant memory. */
function sealUnsealed(
  services: SealingServices,
  tree: GrowingTree,
  newest: StoredCheckpoint | undefined,
  database: string,
): Promise<SealedTree> {
  return services.db.transaction().execute(async (tx) => {
    // Nested loops over the whole log would take minutes.
    await sql`SELECT set_config(name, 'on', true) FROM unnest(ARRAY['enable_hashjoin', 'enable_mergejoin']) name`.execute(
      tx,
    )
    await sql`SET LOCAL statement_timeout = 0`.execute(tx)
    // Read before the cursor takes its snapshot: the cursor seals entries that commit in between, or they come after
    // this position.
    const { rows } = await sql<{
      xid: string
    }>`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid`.execute(tx)
    const sealedUpTo = { database, xid: rows[0]?.xid ?? '0', id: NIL }
    await sql`
      DECLARE unsealed NO SCROLL CURSOR FOR SELECT e.id, e.leaf FROM audit_event e
      WHERE NOT EXISTS (SELECT FROM audit_leaf l WHERE l.event_id = e.id) ORDER BY e.xid, e.id`.execute(tx)
    const nodes: TreeNode[] = []
    const before = tree.size
    for (;;) {
      const page = await sql<SealedEntry>`FETCH ${sql.lit(sealBatch)} FROM unsealed`.execute(tx)
      if (page.rows.length === 0) break
      nodes.push(...(await appendEntries(tx, tree, page.rows)))
    }
    if (tree.size === before) return { tree, newest, sealedUpTo }
    return storeCheckpoint({ ...services, db: tx }, tree, nodes, newest, sealedUpTo)
  })
}

async function appendEntries(
  tx: Db,
  tree: GrowingTree,
  entries: readonly SealedEntry[],
): Promise<TreeNode[]> {
  const nodes: TreeNode[] = []
  await insertLeaves(tx, tree.size, entries)
  for (const { leaf } of entries) {
    tree.append(leaf, (node) => {
      if (node.level >= storedLevel) nodes.push(node)
    })
  }
  return nodes
}

async function storeCheckpoint(
  { db, clock, auditSigner }: SealingServices,
  tree: GrowingTree,
  nodes: readonly TreeNode[],
  before: StoredCheckpoint | undefined,
  sealedUpTo: SealedUpTo,
): Promise<SealedTree> {
  const root = tree.root()
  const previous = before?.size ?? 0
  const note = signCheckpoint(auditSigner, {
    size: tree.size,
    root,
    previous,
    sealedAt: clock.now(),
    sealedUpTo,
  })
  const newest = { size: tree.size, root, note }
  await insertCheckpoint(db, nodes, newest)
  return { tree, newest, sealedUpTo }
}
