import { hash } from 'node:crypto'
import { rootOfPath as foldPath } from '@kyc/contract/log-tree.ts'

// The hash tree of RFC 6962, section 2.1, as arithmetic on complete subtrees. Sizes and indexes are integers below 2^53.

/** A complete subtree: its 2^level leaves begin at index × 2^level. */
export interface Subtree {
  readonly level: number
  readonly index: number
}

export interface TreeNode extends Subtree {
  readonly hash: Buffer
}

/** The hash of a leaf. The zero byte separates leaves from inner nodes. */
export function hashLeaf(content: string): string {
  return hash('sha256', `\0${content}`, 'hex')
}

/** The hash of an inner node. */
export function hashChildren(left: Buffer, right: Buffer): Buffer {
  children.set(left, 1)
  children.set(right, 33)
  return hash('sha256', children, 'buffer')
}

const children = new Uint8Array(65).fill(1, 0, 1)

/** The complete subtrees that a tree of `size` leaves consists of, largest and leftmost first. */
export function subtreesOf(size: number): Subtree[] {
  const subtrees: Subtree[] = []
  let start = 0
  for (let level = Math.floor(Math.log2(Math.max(1, size))) + 1; level >= 0; level--) {
    const leaves = 2 ** level
    if (start + leaves > size) continue
    subtrees.push({ level, index: start / leaves })
    start += leaves
  }
  return subtrees
}

/** The root of a tree from the hashes of its `subtreesOf`; of an empty tree, the hash of nothing. */
export function rootOf(subtrees: readonly Buffer[]): Buffer {
  return subtrees.length === 0
    ? hash('sha256', '', 'buffer')
    : subtrees.reduceRight((right, left) => hashChildren(left, right))
}

/** A tree that grows at its end and stores only the hashes of its `subtreesOf`. */
export class GrowingTree {
  #size: number
  readonly #subtrees: Buffer[]

  /** @param subtrees the hashes of the `subtreesOf` a tree of `size` leaves */
  constructor(size = 0, subtrees: readonly Buffer[] = []) {
    this.#size = size
    this.#subtrees = [...subtrees]
  }

  get size(): number {
    return this.#size
  }

  get subtrees(): readonly Buffer[] {
    return this.#subtrees
  }

  root(): Buffer {
    return rootOf(this.#subtrees)
  }

  /** Adds a leaf by its hash and calls `onNode` for each inner node that it completes. */
  append(leaf: Buffer, onNode: (node: TreeNode) => void): void {
    let node = { level: 0, index: this.#size, hash: leaf }
    for (let left: Buffer | undefined; node.index % 2 === 1; ) {
      left = this.#subtrees.pop()
      if (!left) throw new Error('a tree has fewer subtrees than its size requires')
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: hashChildren(left, node.hash) }
      onNode(node)
    }
    this.#subtrees.push(node.hash)
    this.#size++
  }
}

/** The siblings of the subtrees that contain a leaf, from the leaf itself up to below its subtree of `level`. */
export function siblingsOf(index: number, level: number): Subtree[] {
  return Array.from({ length: level }, (_, below) => {
    const at = Math.floor(index / 2 ** below)
    return { level: below, index: at % 2 === 0 ? at + 1 : at - 1 }
  })
}

/**
 * The root of the tree of `size` leaves to which the inclusion path of a leaf leads; undefined if the path does not fit the tree.
 * Every hash must have 32 bytes.
 */
export function rootOfPath(
  index: number,
  leaf: Buffer,
  size: number,
  path: readonly Buffer[],
): Buffer | undefined {
  return foldPath(index, leaf, size, path, hashChildren)
}
