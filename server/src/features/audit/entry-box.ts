import { randomBytes } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type BoxKeys, encryptBox, tryDecryptBox } from '../../platform/crypto/encrypted-box.ts'
import { shortKeyHmac } from '../../platform/crypto/short-key-hmac.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'

/** The keys of the log. */
export interface AuditKeys {
  /** Authenticates entries. */
  readonly mac: Uint8Array
  /** Encrypts addresses and details. */
  readonly pii: BoxKeys
}

export interface EncryptedValue {
  /** HMAC of the value under its salt, in hex. */
  readonly commit: string
  readonly encrypted: Buffer
}

/** Canonical JSON (RFC 8785), the input of hashes: a database may serialize JSON differently. */
export function canonicalBytes(value: unknown): Buffer {
  return Buffer.from(canonicalize(value) ?? 'null', 'utf8')
}

const saltBytes = 16

/**
 * Commits to `value` under a new salt, and encrypts both, bound to the entry. The salt is only in the box: with it, anyone
 * who reads the database could find a short value, such as an address, by trying all of them.
 */
export function encryptValue(keys: AuditKeys, entryId: string, value: unknown): EncryptedValue {
  const bytes = canonicalBytes(value)
  const salt = randomBytes(saltBytes)
  const encrypted = encryptBox(keys.pii, Buffer.concat([salt, bytes]), entryId)
  return { commit: shortKeyHmac(salt, bytes), encrypted }
}

/** The services that decrypt entries. */
export interface ReadingKeys {
  readonly auditKeys: AuditKeys
  readonly unreadable: Pick<Unreadable, 'add' | 'remove'>
}

/** Decrypts the boxes of an entry. A damaged box yields undefined and counts as unreadable. */
export function decryptValues(
  { auditKeys, unreadable }: ReadingKeys,
  entryId: string,
  boxes: readonly Buffer[],
): unknown[] {
  const values = boxes.map((box) => decryptValue(auditKeys, entryId, box))
  if (values.includes(undefined)) unreadable.add('entries', entryId)
  else unreadable.remove('entries', entryId)
  return values
}

/** Decrypts one box. Returns undefined if it was altered or belongs to another entry. */
export function decryptValue(keys: AuditKeys, entryId: string, encrypted: Buffer): unknown {
  const box = decryptEntryBox(keys, entryId, encrypted)
  return box && JSON.parse(box.bytes.toString('utf8'))
}

/** The salt and the canonical JSON of a value; undefined if it is damaged or not what the entry commits to (hex). */
export function decryptCommitted(
  keys: AuditKeys,
  entryId: string,
  encrypted: Buffer,
  commit: string,
): { readonly salt: Buffer; readonly bytes: Buffer } | undefined {
  const box = decryptEntryBox(keys, entryId, encrypted)
  return box && shortKeyHmac(box.salt, box.bytes) === commit ? box : undefined
}

function decryptEntryBox({ pii }: AuditKeys, entryId: string, encrypted: Buffer) {
  const plain = tryDecryptBox(pii, encrypted, entryId)
  return plain && { salt: plain.subarray(0, saltBytes), bytes: plain.subarray(saltBytes) }
}
