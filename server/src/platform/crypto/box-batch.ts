import type { CipherKey } from 'node:crypto'
import { tryOpenBox } from './sealed-box.ts'

export interface SealedText {
  readonly context: string
  readonly box: Buffer
}

/**
 * Boxes side by side in one piece of memory, each behind its context, so that threads can hand them to each other
 * without a copy.
 */
export interface BoxBatch {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Three places for each: where its context begins, where its box begins, and where that ends. */
  readonly places: Uint32Array<ArrayBuffer>
}

export function packBatch(texts: readonly SealedText[]): BoxBatch {
  let size = 0
  for (const { context, box } of texts) size += Buffer.byteLength(context) + box.length
  // Not from the pool, whose memory can't be handed over.
  const bytes = Buffer.from(new ArrayBuffer(size))
  const places = new Uint32Array(texts.length * 3)
  let at = 0
  let place = 0
  for (const { context, box } of texts) {
    places[place++] = at
    at += bytes.write(context, at)
    places[place++] = at
    at += box.copy(bytes, at)
    places[place++] = at
  }
  return { bytes, places }
}

/** Stands for the end of a text whose box is damaged. */
const damaged = 0xffff_ffff

/** Writes each text over its box, and the text's end over the box's. A damaged box fails alone. */
export function openBatch(key: CipherKey, { bytes, places }: BoxBatch): void {
  const memory = Buffer.from(bytes.buffer)
  for (let place = 0; place < places.length; place += 3) {
    const [context, box, end] = places.subarray(place, place + 3)
    const plain = tryOpenBox(key, memory.subarray(box, end), memory.subarray(context, box))
    places[place + 2] = plain ? (box ?? 0) + plain.copy(memory, box) : damaged
  }
}

/** The texts of an opened batch, in order; undefined for a damaged box. */
export function* textsOf({ bytes, places }: BoxBatch): Generator<string | undefined> {
  const memory = Buffer.from(bytes.buffer)
  for (let place = 0; place < places.length; place += 3) {
    const end = places[place + 2]
    yield end === damaged ? undefined : memory.toString('utf8', places[place + 1], end)
  }
}
