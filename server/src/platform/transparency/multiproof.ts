import type { LeafSet } from './leaf-set.ts'
import { hashChildren, type Subtree } from './merkle-tree.ts'

/**
 * The subtrees of the RFC 6962 tree of `size` leaves whose hashes prove the leaves of `selected` together, from right to
 * left: each is the largest complete subtree without a selected leaf.
 */
export function* multiproofSubtrees(size: number, selected: LeafSet): Generator<Subtree> {
  yield* subtreesWithin(0, size, selected)
}

function* subtreesWithin(from: number, to: number, selected: LeafSet): Generator<Subtree> {
  const leaves = to - from
  if (leaves === 0) return
  const count = selected.count(from, to)
  if (count === leaves) return
  const level = levelOf(leaves)
  if (count === 0 && level !== undefined) {
    yield { level, index: from / leaves }
    return
  }
  const middle = from + splitOf(leaves)
  yield* subtreesWithin(middle, to, selected)
  yield* subtreesWithin(from, middle, selected)
}

export interface ProvenLeaf {
  readonly index: number
  readonly leaf: Buffer
}

/** The proof does not fit the tree: leaves out of order or outside of it, or too few or too many hashes. */
export class MalformedProof extends Error {}

/**
 * The root of the tree of `size` leaves that has the leaves of `leaves` (highest index first) and otherwise the hashes of
 * `multiproofSubtrees`. Memory does not depend on the size.
 * @throws MalformedProof
 */
export async function multiproofRoot(
  size: number,
  leaves: AsyncIterator<ProvenLeaf>,
  hashes: AsyncIterator<Buffer>,
): Promise<Buffer> {
  let next = await nextOf(leaves)
  const within = async (from: number, to: number): Promise<Buffer> => {
    if (next && next.index >= to) throw new MalformedProof(`leaf ${next.index} is out of order`)
    const selected = next !== undefined && next.index >= from
    if (!selected && levelOf(to - from) !== undefined) {
      const hash = await nextOf(hashes)
      if (!hash) throw new MalformedProof('a hash is missing')
      return hash
    }
    if (selected && to - from === 1) {
      const { leaf } = next as ProvenLeaf // `selected` implies it
      next = await nextOf(leaves)
      return leaf
    }
    const middle = from + splitOf(to - from)
    const right = await within(middle, to)
    return hashChildren(await within(from, middle), right)
  }
  const root = await within(0, size)
  if (next) throw new MalformedProof(`leaf ${next.index} is out of order`)
  if (await nextOf(hashes)) throw new MalformedProof('a hash too many')
  return root
}

async function nextOf<Value>(iterator: AsyncIterator<Value>): Promise<Value | undefined> {
  const { done, value } = await iterator.next()
  return done ? undefined : value
}

/** The level of a complete subtree of that many leaves. */
function levelOf(leaves: number): number | undefined {
  const level = Math.log2(leaves)
  return Number.isInteger(level) ? level : undefined
}

/** RFC 6962: the largest power of two below `leaves`. */
function splitOf(leaves: number): number {
  return 2 ** (Math.ceil(Math.log2(leaves)) - 1)
}
