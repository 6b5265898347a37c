import { type CipherKey, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const ivBytes = 12
const tagBytes = 16

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

/** @throws Error if the box was altered, or was sealed under another key or context */
export function openBox(key: CipherKey, box: Buffer, context: string | Buffer): Buffer {
  if (box.length < ivBytes + tagBytes) throw new Error('sealed box is too short')
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, ivBytes))
  const aad = typeof context === 'string' ? Buffer.from(context) : context
  decipher.setAAD(aad).setAuthTag(box.subarray(ivBytes, ivBytes + tagBytes))
  const plain = decipher.update(box.subarray(ivBytes + tagBytes))
  decipher.final() // throws unless the tag fits; this cipher holds no bytes back
  return plain
}
