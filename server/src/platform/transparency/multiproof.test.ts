import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LeafSet } from './leaf-set.ts'
import { MalformedProof, multiproofRoot, multiproofSubtrees, type ProvenLeaf } from './multiproof.ts'

const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const combine = (left: Buffer, right: Buffer) => sha256(Buffer.of(1), left, right)
const leafAt = (index: number) => sha256(Buffer.of(0), Buffer.from(String(index)))

/** RFC 6962, literally. */
function rootOf(leaves: readonly Buffer[]): Buffer {
  const [only, ...rest] = leaves
  if (!only) return sha256()
  if (rest.length === 0) return only
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return combine(rootOf(leaves.slice(0, split)), rootOf(leaves.slice(split)))
}

function proofOf(size: number, selected: readonly number[]) {
  const leaves = Array.from({ length: size }, (_, index) => leafAt(index))
  const set = new LeafSet()
  for (const index of selected) set.add(index)
  const hashes = [...multiproofSubtrees(size, set)].map(({ level, index }) =>
    rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
  )
  const rows = [...set.descending()].map((index): ProvenLeaf => ({ index, leaf: leafAt(index) }))
  return { root: rootOf(leaves), rows, hashes }
}

async function* streamed<Value>(values: readonly Value[]): AsyncGenerator<Value> {
  yield* values
}

const computed = (size: number, rows: readonly ProvenLeaf[], hashes: readonly Buffer[]) =>
  multiproofRoot(size, streamed(rows), streamed(hashes))

/** Trees around and above the size of a chunk, with any selection of their leaves. */
const selections = fc
  .oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 250, max: 1100 }))
  .chain((size) => fc.tuple(fc.constant(size), fc.uniqueArray(fc.nat(size - 1), { maxLength: size })))

test('the leaves and hashes of a proof lead to the root of the whole tree', async () => {
  await fc.assert(
    fc.asyncProperty(selections, async ([size, selected]) => {
      const { root, rows, hashes } = proofOf(size, selected)
      expect(await computed(size, rows, hashes)).toEqual(root)
    }),
    { numRuns: 150 },
  )
})

test('a proof of all leaves has no hashes, and one leaf of 2^20 has 20', () => {
  expect(
    proofOf(
      777,
      Array.from({ length: 777 }, (_, index) => index),
    ).hashes,
  ).toEqual([])
  const set = new LeafSet()
  set.add(345_678)
  expect([...multiproofSubtrees(2 ** 20, set)]).toHaveLength(20)
})

test('any other leaf, index, hash or size leads to another root or to no root', async () => {
  await fc.assert(
    fc.asyncProperty(
      selections,
      fc.constantFrom('leaf', 'index', 'hash', 'fewer', 'more'),
      fc.nat(),
      async ([size, selected], change, at) => {
        const { root, rows, hashes } = proofOf(size, selected)
        const row = rows.at(at % Math.max(1, rows.length))
        if (change === 'leaf' && row) rows[rows.indexOf(row)] = { ...row, leaf: leafAt(size) }
        else if (change === 'index' && row) rows[rows.indexOf(row)] = { ...row, index: row.index + 1 }
        else if (change === 'hash' && hashes.length > 0) hashes[at % hashes.length] = leafAt(size)
        else if (change === 'fewer' && hashes.length > 0) hashes.splice(at % hashes.length, 1)
        else hashes.push(leafAt(size))
        const result = await computed(size, rows, hashes).catch((error: unknown) => error)
        if (result instanceof Buffer) expect(result).not.toEqual(root)
        else expect(result).toBeInstanceOf(MalformedProof)
      },
    ),
    { numRuns: 150 },
  )
})

describe('a set of leaves', () => {
  test('counts ranges and lists its members from the highest', () => {
    const set = new LeafSet()
    const members = [3, 255, 256, 1000, 70_000]
    for (const index of members) set.add(index)
    expect([...set.descending()]).toEqual(members.toReversed())
    expect([set.count(0, 256), set.count(256, 512), set.count(0, 1001), set.count(0, 2 ** 20)]).toEqual([
      2, 1, 4, 5,
    ])
    expect([set.count(3, 4), set.count(4, 8), set.size]).toEqual([1, 0, 5])
  })
})
