import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** The box was altered, or was encrypted with another key or context. */
export class BoxDamaged extends Error {
  override readonly name = 'BoxDamaged'
}

/**
 * Encrypts a small value with AES-256-GCM, bound to `context`, as iv ‖ tag ‖ ciphertext. `key` has 32 bytes;
 * for thousands of boxes, a KeyObject is much faster.
 */
export function encryptBox(key: CipherKey, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws BoxDamaged */
export function decryptBox(key: CipherKey, box: Buffer, context: string | Buffer): Buffer {
  if (box.length < ivBytes + tagBytes) throw new BoxDamaged('the box is too short')
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, ivBytes))
  const aad = typeof context === 'string' ? Buffer.from(context) : context
  decipher.setAAD(aad).setAuthTag(box.subarray(ivBytes, ivBytes + tagBytes))
  const plain = decipher.update(box.subarray(ivBytes + tagBytes))
  try {
    decipher.final() // throws unless the tag matches; returns no further bytes in this mode
  } catch (cause) {
    throw new BoxDamaged('the box does not decrypt', { cause })
  }
  return plain
}

/** Like `decryptBox`, but returns undefined for a damaged box. */
export function tryDecryptBox(key: CipherKey, box: Buffer, context: string | Buffer): Buffer | undefined {
  try {
    return decryptBox(key, box, context)
  } catch (error) {
    if (error instanceof BoxDamaged) return undefined
    throw error
  }
}
