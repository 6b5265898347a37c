import { hkdfSync } from 'node:crypto'

/**
 * Derives a key of `length` bytes for one purpose from the master key (HKDF-SHA-256). The same purpose yields
 * the same key, and a derived key reveals nothing about the master key or other derived keys.
 */
export function deriveKey(master: Buffer, purpose: string, length = 32): Buffer {
  return Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, length))
}
