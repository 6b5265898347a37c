import { createHash } from 'node:crypto'
import { assert, constant, integer, nat, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { GrowingTree, hashLeaf, rootOf, rootOfPath, subtreesOf, type TreeNode } from './merkle-tree.ts'

/** The reference inputs of Certificate Transparency and the roots of their first 1 to 8. */
const inputs = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map((hex) => Buffer.from(hex, 'hex').toString('latin1'))
const roots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test('the roots equal the vectors of Certificate Transparency', () => {
  const tree = new GrowingTree()
  const seen = [tree.root().toString('hex')]
  for (const input of inputs) {
    tree.append(Buffer.from(hashLeaf(input), 'hex'), () => undefined)
    seen.push(tree.root().toString('hex'))
  }
  expect(seen).toEqual(roots)
})

test('a tree that continues from its stored subtrees has the root of the definition', () => {
  const leaves = Array.from({ length: 600 }, (_, n) => Buffer.from(hashLeaf(String(n)), 'hex'))
  assert(
    property(integer({ min: 0, max: 600 }), integer({ min: 0, max: 600 }), (one, other) => {
      const [stop, size] = one < other ? [one, other] : [other, one]
      const nodes = new Map<string, Buffer>()
      const store = ({ level, index, hash }: TreeNode) => nodes.set(`${level}/${index}`, hash)
      const first = new GrowingTree()
      const append = (tree: GrowingTree, leaf: Buffer) => {
        store({ level: 0, index: tree.size, hash: leaf })
        tree.append(leaf, store)
      }
      for (const leaf of leaves.slice(0, stop)) append(first, leaf)
      const stored = subtreesOf(stop).map(({ level, index }) => nodes.get(`${level}/${index}`) as Buffer)
      expect(stored).toEqual(first.subtrees)
      const second = new GrowingTree(stop, stored)
      for (const leaf of leaves.slice(stop, size)) append(second, leaf)
      expect(second.root()).toEqual(naiveRoot(leaves.slice(0, size)))
      const hashes = subtreesOf(size).map(({ level, index }) => nodes.get(`${level}/${index}`) as Buffer)
      expect(rootOf(hashes)).toEqual(second.root())
    }),
    { numRuns: 60 },
  )
})

test('sizes above 2^32 have the subtrees of their binary digits', () => {
  const size = 2 ** 40 + 2 ** 33 + 5
  expect(subtreesOf(size)).toEqual([
    { level: 40, index: 0 },
    { level: 33, index: 2 ** 7 },
    { level: 2, index: (2 ** 40 + 2 ** 33) / 4 },
    { level: 0, index: size - 1 },
  ])
})

const paths = integer({ min: 1, max: 300 }).chain((size) => tuple(constant(size), nat(size - 1)))

test('the path of a leaf leads to the root, and any other leaf, index, size or path elsewhere', () => {
  assert(
    property(paths, nat(), ([size, index], at) => {
      const leaves = Array.from({ length: size }, (_, n) => Buffer.from(hashLeaf(String(n)), 'hex'))
      const leaf = leaves[index] as Buffer // below the size
      const path = naivePath(index, leaves)
      const root = naiveRoot(leaves)
      expect(rootOfPath(index, leaf, size, path)).toEqual(root)
      const other = Buffer.alloc(32, 7)
      const place = at % Math.max(1, path.length)
      expect(rootOfPath(index, other, size, path)).not.toEqual(root)
      expect(rootOfPath(index, leaf, size, [...path, other])).toBeUndefined()
      expect(rootOfPath(size, leaf, size, path)).toBeUndefined()
      if (path.length === 0) return
      expect(rootOfPath(index, leaf, size, path.with(place, other))).not.toEqual(root)
      expect(rootOfPath(index, leaf, size, path.toSpliced(place, 1))).not.toEqual(root)
      expect(rootOfPath((index + 1) % size, leaf, size, path)).not.toEqual(root)
    }),
    { numRuns: 100 },
  )
})

/** PATH of RFC 6962, section 2.1.1. */
function naivePath(index: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return []
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)]
  return index < half
    ? [...naivePath(index, left), naiveRoot(right)]
    : [...naivePath(index - half, right), naiveRoot(left)]
}

/** The recursive definition of RFC 6962. */
function naiveRoot(leaves: readonly Buffer[]): Buffer {
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  const [only] = leaves
  if (!only) return sha256()
  if (leaves.length === 1) return only
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return sha256(Buffer.of(1), naiveRoot(leaves.slice(0, half)), naiveRoot(leaves.slice(half)))
}
