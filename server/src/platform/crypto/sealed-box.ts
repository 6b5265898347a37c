import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

/** A box was altered, or was sealed under another key or context. */
export class BoxDamaged extends Error {
  override readonly name = 'BoxDamaged'
}

/**
 * AES-256-GCM of small values: iv ‖ tag ‖ ciphertext, bound to `context`. `key` has 32 bytes; where boxes are sealed by
 * the thousand, a KeyObject saves most of the time.
 */
export function sealBox(key: CipherKey, plain: Buffer, context: string): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws BoxDamaged */
export function openBox(key: CipherKey, box: Buffer, context: string | Buffer): Buffer {
  if (box.length < ivBytes + tagBytes) throw new BoxDamaged('the sealed box is too short')
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, ivBytes))
  const aad = typeof context === 'string' ? Buffer.from(context) : context
  decipher.setAAD(aad).setAuthTag(box.subarray(ivBytes, ivBytes + tagBytes))
  const plain = decipher.update(box.subarray(ivBytes + tagBytes))
  try {
    decipher.final() // throws unless the tag fits; this cipher holds no bytes back
  } catch (cause) {
    throw new BoxDamaged('the sealed box does not open', { cause })
  }
  return plain
}

/** The same, and undefined for a damaged box. */
export function tryOpenBox(key: CipherKey, box: Buffer, context: string | Buffer): Buffer | undefined {
  try {
    return openBox(key, box, context)
  } catch (error) {
    if (error instanceof BoxDamaged) return undefined
    throw error
  }
}
