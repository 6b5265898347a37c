import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MasterKey } from './master-key.ts'

const algorithm = 'aes-256-gcm'
const formatVersion = 1
const ivLength = 12
const tagLength = 16
const keyLength = 32

/** An encrypted data key, as stored: format version, IV, ciphertext, tag. */
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
  return randomBytes(keyLength)
}

/** Encrypts a data key under the master key, bound to `owner` (such as a performer's id). */
export function wrapKey(master: MasterKey, key: Buffer, owner: string): WrappedKey {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, master.bytes, iv, { authTagLength: tagLength })
  cipher.setAAD(boundTo(master.id, owner))
  const body = Buffer.concat([cipher.update(key), cipher.final()])
  return {
    kekId: master.id,
    wrapped: Buffer.concat([Buffer.of(formatVersion), iv, body, cipher.getAuthTag()]),
  }
}

/** @throws KeyUnwrapError */
export function unwrapKey(master: MasterKey, stored: WrappedKey, owner: string): Buffer {
  if (stored.kekId !== master.id) {
    throw new KeyUnwrapError(`it was wrapped by the master key ${stored.kekId}, but ${master.id} is in use.`)
  }
  const { wrapped } = stored
  if (wrapped.length !== 1 + ivLength + keyLength + tagLength || wrapped[0] !== formatVersion) {
    throw new KeyUnwrapError('its format is unknown.')
  }
  const iv = wrapped.subarray(1, 1 + ivLength)
  const decipher = createDecipheriv(algorithm, master.bytes, iv, { authTagLength: tagLength })
  decipher.setAAD(boundTo(master.id, owner))
  decipher.setAuthTag(wrapped.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(wrapped.subarray(1 + ivLength, -tagLength)), decipher.final()])
  } catch (error) {
    throw new KeyUnwrapError('it was altered or belongs to another record.', { cause: error })
  }
}

function boundTo(kekId: string, owner: string): Buffer {
  return Buffer.from(JSON.stringify(['data-key', formatVersion, kekId, owner]))
}
