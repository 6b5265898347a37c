import type { StoredType } from '@kyc/contract/document-vocabulary.ts'
import { type BoxKeys, encryptBox, tryDecryptBox } from '../../platform/crypto/encrypted-box.ts'
import { shortKeyHmac } from '../../platform/crypto/short-key-hmac.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** The keys of the hashes of documents (D65). */
export interface HashKeys {
  readonly mac: Buffer
  readonly pictures: BoxKeys
}

/** The keyed hashes of a received file. */
export interface DocumentHashes {
  readonly fileKey: Buffer
  readonly pictureEnc: Buffer | null
  readonly parts: readonly number[]
}

/**
 * The pictures whose perceptual hash is kept: those of a face. Identity documents of one kind are all similar.
 */
const facePhotos: readonly StoredType[] = ['selfie', 'selfieWithId']

export function isFacePhoto(type: StoredType): boolean {
  return facePhotos.includes(type)
}

/**
 * Pictures whose hashes differ in more of their 256 bits count as different. Faces of different people differ in 48 and
 * more, a strongly compressed copy in up to 30 (decision 0071).
 */
export const similarBits = 32

const partBytes = 2

/** @param file.picture the perceptual hash in hex; null if the document has none */
export function hashesOf(
  keys: HashKeys,
  documentId: string,
  file: { readonly sha256: Buffer; readonly picture: string | null },
): DocumentHashes {
  const picture = file.picture === null ? null : Buffer.from(file.picture, 'hex')
  return {
    fileKey: keyed(keys, 'file', file.sha256),
    pictureEnc: picture && encryptBox(keys.pictures, picture, documentId),
    parts: picture ? partsOf(keys, picture) : [],
  }
}

/**
 * Keyed hashes of the parts of a perceptual hash. Pictures that differ in fewer bits than there are parts share at
 * least one of them. Parts whose bits are all equal are left out, because many pictures have them.
 */
function partsOf(keys: HashKeys, picture: Buffer): number[] {
  const parts: number[] = []
  for (let at = 0; at < picture.length; at += partBytes) {
    const part = picture.subarray(at, at + partBytes)
    if (part.every((byte) => byte === 0x00) || part.every((byte) => byte === 0xff)) continue
    parts.push(keyed(keys, `part ${at}`, part).readUIntBE(0, 6))
  }
  return parts
}

function keyed({ mac }: HashKeys, name: string, content: Buffer): Buffer {
  return Buffer.from(shortKeyHmac(mac, Buffer.concat([Buffer.from(name), content])), 'hex')
}

/** Stores the hashes of new versions in the transaction that inserts them. */
export async function insertHashes(
  tx: Tx,
  documents: readonly { readonly id: string; readonly hashes: DocumentHashes }[],
): Promise<void> {
  if (documents.length === 0) return
  const rows = documents.map(({ id, hashes }) => ({
    document_id: id,
    file_key: hashes.fileKey,
    picture_enc: hashes.pictureEnc,
  }))
  await tx.insertInto('document_hash').values(rows).execute()
  const parts = documents.flatMap(({ id, hashes }) => hashes.parts.map((part) => ({ document_id: id, part })))
  if (parts.length > 0) await tx.insertInto('document_hash_part').values(parts).execute()
}

/** A stored perceptual hash. */
export interface StoredPicture {
  readonly document_id: string
  readonly picture_enc: Buffer | null
}

/** Whether two pictures are similar; false if one of them does not decrypt. */
export function areSimilar({ pictures }: HashKeys, one: StoredPicture, other: StoredPicture): boolean {
  const hashOf = ({ document_id, picture_enc }: StoredPicture) =>
    picture_enc && tryDecryptBox(pictures, picture_enc, document_id)
  const [first, second] = [hashOf(one), hashOf(other)]
  return first && second ? differentBits(first, second) <= similarBits : false
}

export function differentBits(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, byte, at) => sum + bitsOf(byte ^ (other[at] ?? 0)), 0)
}

function bitsOf(byte: number): number {
  let bits = 0
  for (let rest = byte; rest > 0; rest &= rest - 1) bits++
  return bits
}
