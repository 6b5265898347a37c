/**
 * The root of the tree of `size` leaves to which the inclusion path of a leaf leads (RFC 9162, 2.1.3.2); undefined if the path
 * does not fit the tree. `join` hashes two children; the hashes may be promises.
 */
export function rootOfPath<Hash>(
  index: number,
  leaf: Hash,
  size: number,
  path: readonly Hash[],
  join: (left: Hash, right: Hash) => Hash,
): Hash | undefined {
  let [at, last, hash] = [index, size - 1, leaf]
  if (at > last) return undefined
  const half = () => {
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  for (const sibling of path) {
    if (last === 0) return undefined
    const isRight = at % 2 === 1
    if (isRight || at === last) {
      hash = join(sibling, hash)
      if (!isRight) while (at % 2 === 0 && at > 0) half()
    } else hash = join(hash, sibling)
    half()
  }
  return last === 0 ? hash : undefined
}
