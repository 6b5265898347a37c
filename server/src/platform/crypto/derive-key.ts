import { hkdfSync } from 'node:crypto'

/**
 * A key of `length` bytes for one purpose, made from the master key (HKDF-SHA-256): the same purpose gives the same
 * key, and no derived key tells anything about the master key or another one.
 */
export function deriveKey(master: Buffer, purpose: string, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, length))
}
