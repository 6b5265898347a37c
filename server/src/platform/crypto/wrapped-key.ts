import { randomBytes } from 'node:crypto'
import { decryptBytes, encryptBytes } from './encrypted-box.ts'
import type { MasterKey } from './master-key.ts'

/** An encrypted data key, as stored. */
export interface WrappedKey {
  readonly kekId: string
  readonly wrapped: Buffer
}

/** The stored key was wrapped by another master key, for another owner, or was altered. */
export class KeyUnwrapError extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`A stored key can't be unwrapped: ${reason}`, options)
    this.name = 'KeyUnwrapError'
  }
}

/** A new random data key of 32 bytes. */
export function newDataKey(): Buffer {
  return randomBytes(32)
}

/** Encrypts a data key under the master key, bound to `owner` (such as a performer's id). */
export function wrapKey(master: MasterKey, key: Buffer, owner: string): WrappedKey {
  return { kekId: master.id, wrapped: encryptBytes(master.bytes, key, contextOf(master, owner)) }
}

/** Decrypts with the one of the two master keys that wrapped the key. @throws KeyUnwrapError */
export function unwrapKey(master: MasterKey, { kekId, wrapped }: WrappedKey, owner: string): Buffer {
  const kek = [master, master.previous].find((each) => each?.id === kekId)
  if (!kek) {
    throw new KeyUnwrapError(`it was wrapped by the master key ${kekId}, but ${master.id} is in use.`)
  }
  try {
    return decryptBytes(kek.bytes, wrapped, contextOf(kek, owner))
  } catch (error) {
    throw new KeyUnwrapError('it was altered or belongs to another record.', { cause: error })
  }
}

function contextOf({ id }: Pick<MasterKey, 'id'>, owner: string): string {
  return `data-key:${id}:${owner}`
}
