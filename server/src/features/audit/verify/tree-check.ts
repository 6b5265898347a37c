import type { LogFault } from '@kyc/contract/audit-verification.ts'
import { GrowingTree } from '../../../platform/transparency/merkle-tree.ts'
import { storedLevel } from '../tree/tree-repository.ts'
import type { CheckedRange, LogPlace, RangeCheckpoint } from './check-range.ts'
import { isAfter } from './check-range.ts'
import { type Faults, faultOf } from './faults.ts'
import type { Position } from './position.ts'

type TreePosition = Pick<
  Position,
  'size' | 'subtrees' | 'last' | 'checkpoint' | 'databases' | 'sealedAt' | 'broken' | 'suspects'
>

/** Compares the hashes of the leaves, in order, with the stored subtrees and the checkpoints. */
export class TreeCheck {
  readonly #faults: Faults
  readonly #tree: GrowingTree
  #size: number
  #last: LogPlace | null
  #checkpoint: number
  #databases: readonly [string | null, string | null]
  #sealedAt: string | null
  /** A leaf is missing or differs: all roots from here on differ for that reason. */
  #broken: boolean
  /** Differing subtrees since the last checkpoint: of changed leaves if its root differs too. */
  #suspects: LogFault[]

  constructor(position: TreePosition, faults: Faults) {
    this.#faults = faults
    this.#tree = new GrowingTree(
      position.size,
      position.subtrees.map((hash) => Buffer.from(hash, 'hex')),
    )
    this.#size = position.size
    this.#broken = position.broken
    this.#suspects = [...position.suspects]
    this.#last = position.last
    this.#checkpoint = position.checkpoint
    this.#databases = position.databases
    this.#sealedAt = position.sealedAt
  }

  add(range: CheckedRange): void {
    this.#checkOrder(range)
    for (const leafIndex of range.missing) this.#faults.add(faultOf('leaf_missing', { leafIndex }))
    if (range.missing.length > 0) this.#broken = true
    const stored = new Map(range.nodes.map(({ level, index, hash }) => [`${level}/${index}`, hash]))
    const checkpoints = range.checkpoints.values()
    let checkpoint = checkpoints.next().value
    for (let at = range.from; at < range.to; at++) {
      if (!this.#broken) {
        const leaf = Buffer.from(range.leaves.buffer, 32 * (at - range.from), 32)
        this.#tree.append(leaf, ({ level, index, hash }) => {
          if (level >= storedLevel) this.#compareNode(level, index, hash, stored.get(`${level}/${index}`))
        })
      }
      if (checkpoint?.size === at + 1) {
        this.#addCheckpoint(checkpoint)
        checkpoint = checkpoints.next().value
      }
    }
    this.#size = range.to
  }

  end(): void {
    if (this.#checkpoint < this.#size) {
      this.#faults.add(faultOf('checkpoint_missing', { checkpoint: this.#size }))
    }
    for (const suspect of this.#suspects) this.#faults.add(suspect)
  }

  position(): TreePosition {
    return {
      size: this.#size,
      subtrees: this.#tree.subtrees.map((hash) => hash.toString('hex')),
      last: this.#last,
      checkpoint: this.#checkpoint,
      databases: [...this.#databases],
      sealedAt: this.#sealedAt,
      broken: this.#broken,
      suspects: this.#suspects,
    }
  }

  /** Leaves are in the order of transactions, except where a restored log was continued in another database. */
  #checkOrder({ from, first, last, disorder, checkpoints }: CheckedRange): void {
    const restarts = new Set<number>()
    let [before, current] = this.#databases
    let start = this.#checkpoint
    for (const { size, database } of checkpoints) {
      if (current !== null && (database !== current || before !== current)) restarts.add(start)
      ;[before, current, start] = [current, database, size]
    }
    // The last checkpoint of the range does not yet show what follows it.
    restarts.add(start)
    const wrong = [...disorder]
    if (first && this.#last && !isAfter(first, this.#last)) {
      wrong.unshift({ leafIndex: from, entryId: first.id })
    }
    for (const place of wrong) {
      if (!restarts.has(place.leafIndex)) this.#faults.add(faultOf('order', place))
    }
    if (last) this.#last = last
  }

  #compareNode(level: number, index: number, hash: Buffer, stored: string | undefined): void {
    if (stored === hash.toString('hex')) return
    const kind = stored === undefined ? 'node_missing' : 'node'
    this.#suspects.push(faultOf(kind, { leafIndex: index * 2 ** level }))
  }

  #addCheckpoint({ size, root, previous, database, sealedAt }: RangeCheckpoint): void {
    if (root === null) this.#faults.add(faultOf('signature', { checkpoint: size }))
    else if (previous !== this.#checkpoint) {
      this.#faults.add(faultOf('checkpoint_missing', { checkpoint: previous }))
    }
    if (root !== null && !this.#broken) {
      if (root === this.#tree.root().toString('hex'))
        for (const suspect of this.#suspects) this.#faults.add(suspect)
      else {
        this.#broken = true
        this.#faults.add(faultOf('root', { checkpoint: size }))
      }
      this.#suspects = []
    }
    this.#checkpoint = size
    this.#databases = [this.#databases[1], database]
    this.#sealedAt = sealedAt
  }
}
