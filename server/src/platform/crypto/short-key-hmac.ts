import { hash } from 'node:crypto'

const blockBytes = 64
const hashBytes = 32
const pads = { inner: 0x36, outer: 0x5c }

/** The input of one hash: a padded key and what follows it. Reused, because a log has millions of entries. */
let input = Buffer.alloc(4096)

/**
 * HMAC-SHA-256, in hex, with a key of at most 64 bytes that is used once: more than ten times as fast as createHmac
 * with such a key.
 */
export function shortKeyHmac(key: Uint8Array, content: Buffer): string {
  const end = blockBytes + content.length
  if (end > input.length) input = Buffer.alloc(end)
  pad(input, key, pads.inner)
  content.copy(input, blockBytes)
  const inner = hash('sha256', input.subarray(0, end), 'binary') // takes half the time of a result as a Buffer
  pad(input, key, pads.outer)
  input.write(inner, blockBytes, 'latin1')
  return hash('sha256', input.subarray(0, blockBytes + hashBytes), 'hex')
}

function pad(block: Buffer, key: Uint8Array, value: number): void {
  block.fill(value, key.length, blockBytes)
  for (let at = 0; at < key.length; at++) block[at] = value ^ (key[at] ?? 0)
}
