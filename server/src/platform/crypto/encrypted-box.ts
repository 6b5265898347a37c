import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

const ivBytes = 12
const tagBytes = 16
const version = 1
const headerBytes = 3

/** The box was altered, or was encrypted with another key or context. */
export class BoxDamaged extends Error {
  override readonly name = 'BoxDamaged'
}

/**
 * The keys of the boxes of one purpose, by generation. Can be copied to a thread. A running process adds the
 * generations that are created after its start.
 */
export interface BoxKeys {
  /** The generation that encrypts. */
  readonly newest: number
  readonly generations: ReadonlyMap<number, KeyObject>
}

/** Keys of boxes that are stored with the id of their key, which has only one generation. `key` has 32 bytes. */
export function singleKey(key: Buffer): BoxKeys {
  return { newest: 1, generations: new Map([[1, createSecretKey(key)]]) }
}

/**
 * Encrypts a small value with AES-256-GCM and the newest key, bound to `context`, as
 * 0x01 ‖ generation (2 bytes) ‖ iv ‖ tag ‖ ciphertext.
 */
export function encryptBox({ newest, generations }: BoxKeys, plain: Buffer, context: string): Buffer {
  const key = generations.get(newest)
  if (!key) throw new Error(`there is no key of generation ${newest}`)
  const header = Buffer.of(version, newest >> 8, newest & 0xff)
  return Buffer.concat([header, encryptBytes(key, plain, context)])
}

/** @throws BoxDamaged */
export function decryptBox({ generations }: BoxKeys, box: Buffer, context: string | Buffer): Buffer {
  const key = box[0] === version ? generations.get(generationOf(box)) : undefined
  if (!key)
    throw new BoxDamaged(`the box names no known key (${box.subarray(0, headerBytes).toString('hex')})`)
  return decryptBytes(key, box.subarray(headerBytes), context)
}

/** Like `decryptBox`, but returns undefined for a damaged box. */
export function tryDecryptBox(keys: BoxKeys, box: Buffer, context: string | Buffer): Buffer | undefined {
  try {
    return decryptBox(keys, box, context)
  } catch (error) {
    if (error instanceof BoxDamaged) return undefined
    throw error
  }
}

/** The generation of the key that encrypted `box`. */
export function generationOf(box: Buffer): number {
  return box.length < headerBytes ? 0 : box.readUInt16BE(1)
}

/** Like `encryptBox`, for values that are stored with the id of their key: iv ‖ tag ‖ ciphertext. */
export function encryptBytes(key: CipherKey, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws BoxDamaged */
export function decryptBytes(key: CipherKey, bytes: Buffer, context: string | Buffer): Buffer {
  if (bytes.length < ivBytes + tagBytes) throw new BoxDamaged('the box is too short')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
  const aad = typeof context === 'string' ? Buffer.from(context) : context
  decipher.setAAD(aad).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
  const plain = decipher.update(bytes.subarray(ivBytes + tagBytes))
  try {
    decipher.final() // throws unless the tag matches; returns no further bytes in this mode
  } catch (cause) {
    throw new BoxDamaged('the box does not decrypt', { cause })
  }
  return plain
}
