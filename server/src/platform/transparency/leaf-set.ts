/** The leaves of a tree that belong together in chunks, at which also the stored nodes begin. */
export const chunkLeaves = 256

/**
 * A set of leaf indexes, one bit each: a few megabytes for ten million. Indexes may be added in any order, each once,
 * before the first question.
 */
export class LeafSet {
  readonly #chunks = new Map<number, Uint8Array>()
  #sorted: { readonly chunks: Float64Array; readonly before: Float64Array } | undefined
  #size = 0

  get size(): number {
    return this.#size
  }

  add(index: number): void {
    const chunk = Math.floor(index / chunkLeaves)
    const bits = this.#chunks.get(chunk) ?? new Uint8Array(chunkLeaves / 8)
    this.#chunks.set(chunk, bits)
    const at = index % chunkLeaves
    bits[at >> 3] = byteOf(bits, at >> 3) | (1 << (at & 7))
    this.#size++
  }

  /** How many indexes are in [from, to). A range that spans chunks begins at the start of one. */
  count(from: number, to: number): number {
    const chunk = Math.floor(from / chunkLeaves)
    if (to <= (chunk + 1) * chunkLeaves) return this.#countWithin(chunk, from % chunkLeaves, to - from)
    const last = Math.floor(to / chunkLeaves)
    return this.#countBefore(last) - this.#countBefore(chunk) + this.#countWithin(last, 0, to % chunkLeaves)
  }

  /** The indexes, highest first. */
  *descending(): Generator<number> {
    for (const chunk of this.#sort().chunks.toReversed()) {
      const bits = this.#chunks.get(chunk)
      if (!bits) continue
      for (let at = chunkLeaves - 1; at >= 0; at--) {
        if (isSet(bits, at)) yield chunk * chunkLeaves + at
      }
    }
  }

  #countWithin(chunk: number, start: number, length: number): number {
    const bits = this.#chunks.get(chunk)
    if (!bits) return 0
    let count = 0
    for (let at = start; at < start + length; at++) if (isSet(bits, at)) count++
    return count
  }

  /** How many indexes are in the chunks before this one. */
  #countBefore(chunk: number): number {
    const { chunks, before } = this.#sort()
    let [low, high] = [0, chunks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((chunks[middle] ?? chunk) < chunk) low = middle + 1
      else high = middle
    }
    return before[low] ?? this.#size
  }

  #sort() {
    if (this.#sorted) return this.#sorted
    const chunks = Float64Array.from(this.#chunks.keys()).sort()
    const before = new Float64Array(chunks.length)
    let count = 0
    for (const [position, chunk] of chunks.entries()) {
      before[position] = count
      count += this.#countWithin(chunk, 0, chunkLeaves)
    }
    this.#sorted = { chunks, before }
    return this.#sorted
  }
}

function byteOf(bits: Uint8Array, at: number): number {
  return bits[at] ?? 0
}

function isSet(bits: Uint8Array, at: number): boolean {
  return (byteOf(bits, at >> 3) & (1 << (at & 7))) !== 0
}
