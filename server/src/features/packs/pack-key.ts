import { type BoxKeys, encryptBox, tryDecryptBox } from '../../platform/crypto/encrypted-box.ts'
import { newDataKey } from '../../platform/crypto/wrapped-key.ts'
import { Problem } from '../../platform/problem.ts'

/** The context of the box with the key of a pack. */
export function packContext(id: string): string {
  return `pack:${id}`
}

/** A key for the file of one pack, and its box for the row. */
export function newPackKey(keys: BoxKeys, id: string): { readonly key: Buffer; readonly box: Buffer } {
  const key = newDataKey()
  return { key, box: encryptBox(keys, key, packContext(id)) }
}

/** @throws Problem FILE_UNREADABLE */
export function decryptPackKey(keys: BoxKeys, id: string, box: Buffer): Buffer {
  const key = tryDecryptBox(keys, box, packContext(id))
  if (!key) throw new Problem('FILE_UNREADABLE', { fill: { id } })
  return key
}

/** The authenticated context of the object of a pack. Its fields must never change. */
export function objectContext(id: string, objectKey: string) {
  return { objectKey, performerId: id, documentType: 'pack' }
}
