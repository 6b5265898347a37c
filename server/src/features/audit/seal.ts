import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import canonicalize from 'canonicalize'
import { encryptBox, tryDecryptBox } from '../../platform/crypto/encrypted-box.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'

/** The keys of the log. They are derived from the master key and not stored. */
export interface AuditKeys {
  /** Authenticates entries. */
  readonly mac: KeyObject
  /** Encrypts addresses and details. */
  readonly pii: KeyObject
}

export function createAuditKeys(mac: Buffer, pii: Buffer): AuditKeys {
  return { mac: createSecretKey(mac), pii: createSecretKey(pii) }
}

export interface EncryptedValue {
  /** HMAC of the value under the salt of its entry. */
  readonly commit: Buffer
  readonly encrypted: Buffer
}

/** Canonical JSON (RFC 8785), the input of hashes: a database may serialize JSON differently. */
export function canonicalBytes(value: unknown): Buffer {
  return Buffer.from(canonicalize(value) ?? 'null', 'utf8')
}

/** The part of an entry's salt for its address, and the one for its details: each can be shown without the other. */
export type SaltPart = 'ip' | 'details'

const saltPartBytes = 16
/** The salt of an entry: 16 bytes for the address, then 16 for the details. */
export const saltBytes = 2 * saltPartBytes

/** Commits to `value` under its part of `salt` and encrypts it, bound to its entry. */
export function encryptValue(
  keys: AuditKeys,
  entryId: string,
  [salt, part]: readonly [Buffer, SaltPart],
  value: unknown,
): EncryptedValue {
  const bytes = canonicalBytes(value)
  return { commit: commitTo(bytes, salt, part), encrypted: encryptBox(keys.pii, bytes, entryId) }
}

/** The commitment to the canonical JSON of a value. */
export function commitTo(bytes: Buffer, salt: Buffer, part: SaltPart): Buffer {
  const start = part === 'ip' ? 0 : saltPartBytes
  return createHmac('sha256', salt.subarray(start, start + saltPartBytes))
    .update(bytes)
    .digest()
}

/** The services that decrypt entries. */
export interface ReadingKeys {
  readonly auditKeys: AuditKeys
  readonly unreadable: Pick<Unreadable, 'add' | 'remove'>
}

/** Decrypts the boxes of an entry. A damaged box yields undefined and counts as unreadable (D57). */
export function openValues(
  { auditKeys, unreadable }: ReadingKeys,
  entryId: string,
  boxes: readonly Buffer[],
): unknown[] {
  const values = boxes.map((box) => openValue(auditKeys, entryId, box))
  if (values.includes(undefined)) unreadable.add('entries', entryId)
  else unreadable.remove('entries', entryId)
  return values
}

/** Decrypts one box. Returns undefined if it was altered or belongs to another entry. */
export function openValue(keys: AuditKeys, entryId: string, encrypted: Buffer): unknown {
  const bytes = tryDecryptBox(keys.pii, encrypted, entryId)
  return bytes && JSON.parse(bytes.toString('utf8'))
}

/** Decrypts the canonical JSON of a value; undefined if it is damaged or not what the entry commits to. */
export function openCommitted(
  keys: AuditKeys,
  entryId: string,
  [encrypted, commit]: readonly [Buffer, string],
  [salt, part]: readonly [Buffer, SaltPart],
): Buffer | undefined {
  const bytes = tryDecryptBox(keys.pii, encrypted, entryId)
  return bytes && commitTo(bytes, salt, part).toString('hex') === commit ? bytes : undefined
}
