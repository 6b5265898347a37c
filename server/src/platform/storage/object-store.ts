import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { StartError } from '../process/start-error.ts'

/**
 * Stores encrypted objects: ciphertext only. Keys are created by `newObjectKey`, written once and never
 * reused. Every call throws StoreAwayError while the store can't be used, and so do the streams of `get`.
 */
export interface ObjectStore {
  /**
   * Stores all of `content` under `key`; durable when it resolves, and until then the key does not exist. A
   * retry with the same key results in one complete object. Destroys `content` if it fails.
   */
  put(key: string, content: Readable): Promise<{ bytes: number }>
  /** @throws ObjectMissing */
  get(key: string): Promise<Readable>
  /** Deletes the object; resolves also if it does not exist. */
  delete(key: string): Promise<void>
  exists(key: string): Promise<boolean>
  /** Every object, in no particular order. */
  list(): AsyncIterable<{ key: string; modifiedAt: Date }>
  /** The names of what crashed writes and checks have left, not of active ones. */
  leftovers(now: Date): AsyncIterable<string>
  /** Deletes the leftovers. Returns their number. */
  sweepLeftovers(now: Date): Promise<number>
  /** @throws Error if the store can't be written or read */
  check(): Promise<void>
}

/**
 * The store can't be used: it is not mounted, unreachable or refuses. HTTP replies 503. The message is one sentence for
 * the operator.
 */
export class StoreAwayError extends StartError {
  /** Whether the outage may end without a change of the settings. */
  readonly transient: boolean

  constructor(
    message: string,
    { transient = false, ...options }: ErrorOptions & { transient?: boolean } = {},
  ) {
    super(message, options)
    this.name = 'StoreAwayError'
    this.transient = transient
  }
}

/** The store does not contain the object. */
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

/**
 * The place of an object below the root of its store, the same in folders and buckets: 256 folders by the first two digits.
 * @throws TypeError unless it is an object key
 */
export function objectPath(key: string): [folder: string, name: string] {
  if (!isObjectKey(key)) throw new TypeError('not an object key')
  return [key.slice(0, 2), key]
}
