import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/**
 * Where encrypted objects lie. Keys come from `newObjectKey`, are written once and never reused; what a store holds
 * is ciphertext only.
 */
export interface ObjectStore {
  /**
   * Stores all of `content` under `key`, durable when it resolves; until then the key does not exist. Putting the
   * same key again (a retry) leaves one whole object.
   */
  put(key: string, content: Readable): Promise<{ bytes: number }>
  /** @throws ObjectMissing */
  get(key: string): Promise<Readable>
  /** Resolves when the object is gone, also if it never was. */
  delete(key: string): Promise<void>
  exists(key: string): Promise<boolean>
  /** Every object, in no particular order. */
  list(): AsyncIterable<{ key: string; modifiedAt: Date }>
  /** Clears away what writes that died before `now` have left, and tells how much; spares those under way. */
  sweepLeftovers(now: Date): Promise<number>
  /** @throws when the store can't be written to or read from */
  check(): Promise<void>
}

/** An object that a row names is not in the store. */
export class ObjectMissing extends Error {
  constructor(key: string) {
    super(`The object ${key} is not in the store.`)
    this.name = 'ObjectMissing'
  }
}

/** A new random key of 128 bits. */
export function newObjectKey(): string {
  return randomBytes(16).toString('hex')
}

export function isObjectKey(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
