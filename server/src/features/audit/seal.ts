import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import canonicalize from 'canonicalize'
import { type BoxKeys, encryptBox, tryDecryptBox } from '../../platform/crypto/encrypted-box.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'

/** The keys of the log. */
export interface AuditKeys {
  /** Authenticates entries. */
  readonly mac: KeyObject
  /** Encrypts addresses and details. */
  readonly pii: BoxKeys
}

export function createAuditKeys(mac: Buffer, pii: BoxKeys): AuditKeys {
  return { mac: createSecretKey(mac), pii }
}

export interface EncryptedValue {
  /** HMAC of the value under the salt of its entry. */
  readonly commit: Buffer
  readonly encrypted: Buffer
}

/** The input of the leaf hash of an entry. Numbers are decimal text. */
export interface LeafContent {
  readonly id: string
  readonly at_us: string
  readonly actor: string | null
  readonly action: string
  readonly rtype: string
  readonly rid: string | null
  readonly writer: string
  readonly wseq: string
  readonly ip_commit: string
  readonly details_commit: string
}

/** Canonical JSON (RFC 8785), the input of hashes: a database may serialize JSON differently. */
export function canonicalBytes(value: unknown): Buffer {
  return Buffer.from(canonicalize(value) ?? 'null', 'utf8')
}

/** The leaf hash of RFC 6962. The zero byte separates leaves from inner nodes. */
export function leafHash(content: LeafContent): Buffer {
  return createHash('sha256')
    .update(Buffer.of(0))
    .update(canonicalBytes({ v: 1, ...content }))
    .digest()
}

export function leafMac(keys: AuditKeys, leaf: Buffer): Buffer {
  return createHmac('sha256', keys.mac).update(leaf).digest()
}

/** Whether the hash and the MAC of an entry match its content. Does not detect missing entries. */
export function isUnaltered(
  keys: AuditKeys,
  { leaf, mac, ...content }: LeafContent & { readonly leaf: Buffer; readonly mac: Buffer },
): boolean {
  return leafHash(content).equals(leaf) && leafMac(keys, leaf).equals(mac)
}

/** Commits to `value` under `salt` and encrypts it, bound to its entry. */
export function encryptValue(keys: AuditKeys, entryId: string, salt: Buffer, value: unknown): EncryptedValue {
  const bytes = canonicalBytes(value)
  const commit = createHmac('sha256', salt).update(bytes).digest()
  return { commit, encrypted: encryptBox(keys.pii, bytes, entryId) }
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
