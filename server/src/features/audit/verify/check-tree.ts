import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LogFault } from '@kyc/contract/audit-verification.ts'
import type pg from 'pg'
import { preparedText } from '../../../platform/db/prepared.ts'
import type { GrowingTree } from '../../../platform/transparency/merkle-tree.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import type { AuditKeys } from '../entry-box.ts'
import { type Checkpoint, openCheckpoint } from '../tree/checkpoint.ts'
import { storedLevel } from '../tree/tree-repository.ts'
import { checkEntry, performerOf, type StoredEntry, storedColumns } from './check-entry.ts'
import { type Counts, type Faults, faultOf } from './faults.ts'
import type { Position } from './position.ts'

/** Where an entry stands in the order of the log. */
export interface LogPlace {
  readonly xid: string
  readonly id: string
}

/** A verified part of the log, which ends with a checkpoint. */
export interface VerifiedPart {
  readonly tree: GrowingTree
  /** Its last entry. */
  readonly last: LogPlace | null
  /** Where its last two checkpoints were sealed. */
  readonly databases: readonly [string | null, string | null]
  /** The tree differs from what was verified. */
  readonly broken: boolean
}

interface LeafRow extends StoredEntry {
  readonly leaf_index: string
  readonly event_id: string
  readonly tree_leaf: string
}

interface CheckpointRow {
  readonly size: string
  readonly root: string
  readonly note: string
}

const leavesOf = `
  SELECT l.leaf_index, l.event_id, encode(l.leaf, 'hex') AS tree_leaf, ${storedColumns}
  FROM audit_leaf l LEFT JOIN audit_event e ON e.id = l.event_id LEFT JOIN audit_pii p ON p.event_id = l.event_id
  WHERE l.leaf_index >= $1 AND l.leaf_index < $2 ORDER BY l.leaf_index`

const checkpointsOf = `
  SELECT size, encode(root, 'hex') AS root, note FROM audit_checkpoint WHERE size > $1 AND size <= $2`

/** The stored subtrees that end in the range. */
const nodesOf = preparedText(`
  SELECT n.level, n.index, encode(n.hash, 'hex') AS hash FROM generate_series(${storedLevel}, 52) AS of (level)
  JOIN audit_node n ON n.level = of.level AND n.index >= $1::bigint >> of.level AND n.index < $2::bigint >> of.level`)

/** Entries that are checked in one turn of the event loop: about two milliseconds. */
const perTurn = 100

/**
 * Checks the leaves, from the end of a verified part on, and compares the tree with its stored subtrees and
 * checkpoints.
 */
export class TreeCheck {
  /** The last checkpoint up to which there is no fault. */
  verified: Position | undefined
  readonly #client: pg.Client
  readonly #keys: AuditKeys
  readonly #verifier: NoteVerifier
  readonly #faults: Faults
  readonly #counts: Counts
  readonly #tree: GrowingTree
  #size: number
  #last: LogPlace | null
  #checkpoint: number
  #databases: readonly [string | null, string | null]
  /** A leaf is missing or differs: all roots from here on differ for that reason. */
  #broken: boolean
  /**
   * Stored subtrees that differ since the last checkpoint. They are faults only if the root of the next checkpoint is
   * right; otherwise they differ because leaves have changed.
   */
  #suspects: LogFault[] = []
  /** The first entry after the last checkpoint, if it does not come after the one before it. */
  #restart: { readonly entryId: string; readonly leafIndex: number } | undefined

  constructor(
    client: pg.Client,
    { keys, verifier }: { readonly keys: AuditKeys; readonly verifier: NoteVerifier },
    { tree, last, databases, broken }: VerifiedPart,
    faults: Faults,
    counts: Counts,
  ) {
    this.#client = client
    this.#keys = keys
    this.#verifier = verifier
    this.#faults = faults
    this.#counts = counts
    this.#tree = tree
    this.#size = tree.size
    this.#checkpoint = tree.size
    this.#last = last
    this.#databases = databases
    this.#broken = broken
    if (tree.size > 0 && !broken) this.verified = { size: tree.size, root: tree.root() }
  }

  /** Checks the leaves from `from`, where the last range ended, to before `to`. */
  async check(from: number, to: number): Promise<void> {
    const client = this.#client
    const { rows } = await client.query<LeafRow>({ name: 'leaves', text: leavesOf, values: [from, to] })
    const checkpoints = await client.query<CheckpointRow>(checkpointsOf, [from, to])
    const nodes = await client.query<{ level: string; index: string; hash: string }>(nodesOf, [from, to])
    const notes = new Map(checkpoints.rows.map((row) => [Number(row.size), row]))
    const stored = new Map(nodes.rows.map(({ level, index, hash }) => [`${level}/${index}`, hash]))
    const left = rows.values()
    let row = left.next().value
    for (let at = from; at < to; at++) {
      if (at % perTurn === 0) await nextTurn() // lets other work of the process run
      if (row && Number(row.leaf_index) === at) {
        this.#append(this.#checkLeaf(row, at), stored)
        row = left.next().value
      } else {
        this.#faults.add(faultOf('leaf_missing', { leafIndex: at }))
        this.#broken = true
      }
      const note = notes.get(at + 1)
      if (note) this.#addCheckpoint(note)
    }
    this.#size = to
    this.#counts.entries += rows.length
    this.#counts.checkpoints += notes.size
    this.#counts.nodes += stored.size
    await this.#explainMissingDetails(rows.filter(({ id, ip_enc }) => id !== null && ip_enc === null))
  }

  end(): void {
    if (this.#checkpoint < this.#size)
      this.#faults.add(faultOf('checkpoint_missing', { checkpoint: this.#size }))
    this.#reportSuspects()
  }

  /** Returns the hash of a leaf in the tree: that of the entry if it is authentic, otherwise the stored one. */
  #checkLeaf(row: LeafRow, leafIndex: number): string {
    const { event_id: entryId, tree_leaf: stored } = row
    // The outer join found no entry for the leaf.
    if (row.id === null) {
      this.#faults.add(faultOf('entry_missing', { entryId, leafIndex }))
      return stored
    }
    this.#checkOrder(row, leafIndex)
    const { authentic, leaf, fault } = checkEntry(this.#keys, row, leafIndex)
    if (fault) this.#faults.add(fault)
    else if (leaf !== stored) this.#faults.add(faultOf('leaf', { entryId, leafIndex }))
    return authentic ? leaf : stored
  }

  /**
   * Leaves are in the order of transactions, except where a restored log was continued in another database, which the
   * next checkpoint shows.
   */
  #checkOrder({ xid, id }: LeafRow, leafIndex: number): void {
    const place = { entryId: id, leafIndex }
    if (this.#last && !isAfter({ xid, id }, this.#last)) {
      if (leafIndex === this.#checkpoint) this.#restart = place
      else this.#faults.add(faultOf('order', place))
    }
    this.#last = { xid, id }
  }

  #append(leaf: string, stored: ReadonlyMap<string, string>): void {
    if (this.#broken) return
    this.#tree.append(Buffer.from(leaf, 'hex'), ({ level, index, hash }) => {
      const other = stored.get(`${level}/${index}`)
      if (level < storedLevel || other === hash.toString('hex')) return
      const kind = other === undefined ? 'node_missing' : 'node'
      this.#suspects.push(faultOf(kind, { leafIndex: index * 2 ** level }))
    })
  }

  #addCheckpoint({ size: sizeText, root, note }: CheckpointRow): void {
    const size = Number(sizeText)
    const opened = openCheckpoint(this.#verifier, note)
    const valid = opened?.size === size && opened.root.toString('hex') === root ? opened : undefined
    if (!valid) this.#faults.add(faultOf('signature', { checkpoint: size }))
    else if (valid.previous !== this.#checkpoint)
      this.#faults.add(faultOf('checkpoint_missing', { checkpoint: valid.previous }))
    const [before, current] = this.#databases
    const database = valid?.sealedUpTo.database ?? null
    const isContinued = current === null || (database === current && before === current)
    if (this.#restart && isContinued) this.#faults.add(faultOf('order', this.#restart))
    this.#restart = undefined
    this.#databases = [current, database]
    this.#checkpoint = size
    if (valid && !this.#broken) this.#compareRoot(valid)
  }

  #compareRoot({ size, root }: Checkpoint): void {
    if (this.#tree.root().equals(root)) this.#reportSuspects()
    else {
      this.#broken = true
      this.#faults.add(faultOf('root', { checkpoint: size }))
    }
    this.#suspects = []
    if (this.#faults.count === 0) this.verified = { size, root }
  }

  #reportSuspects(): void {
    for (const suspect of this.#suspects) this.#faults.add(suspect)
  }

  async #explainMissingDetails(rows: readonly LeafRow[]): Promise<void> {
    const unexplained = await withoutShred(this.#client, rows)
    this.#counts.shredded += rows.length - unexplained.length
    for (const { id, leaf_index } of unexplained)
      this.#faults.add(faultOf('details_missing', { entryId: id, leafIndex: Number(leaf_index) }))
  }
}

function isAfter(one: LogPlace, other: LogPlace): boolean {
  if (one.xid === other.xid) return one.id > other.id
  return BigInt(one.xid) > BigInt(other.xid)
}

/** The entries without personal data that no destruction of a record explains. */
export async function withoutShred<E extends StoredEntry>(
  client: pg.Client,
  entries: readonly E[],
): Promise<readonly E[]> {
  if (entries.length === 0) return entries
  const { rows } = await client.query<{ rid: string }>(
    "SELECT rid FROM audit_event WHERE action = 'shred' AND rtype = 'performer' AND rid = ANY($1)",
    [entries.map(performerOf)],
  )
  const destroyed = new Set<string | null>(rows.map(({ rid }) => rid))
  return entries.filter((entry) => !destroyed.has(performerOf(entry)))
}
