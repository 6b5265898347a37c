import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import canonicalize from 'canonicalize'
import { sealBox, tryOpenBox } from '../../platform/crypto/sealed-box.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'

/** The keys of the log: none of them is in the database. */
export interface AuditKeys {
  /** Catches edits of entries that are not sealed yet. */
  readonly mac: KeyObject
  /** Encrypts addresses and details. */
  readonly pii: KeyObject
}

export function createAuditKeys(mac: Buffer, pii: Buffer): AuditKeys {
  return { mac: createSecretKey(mac), pii: createSecretKey(pii) }
}

export interface SealedValue {
  readonly commit: Buffer
  readonly encrypted: Buffer
}

/** What the leaf of an entry is made of, as the verifier makes it again. Numbers travel as text. */
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

/** RFC 8785 bytes of `value`; hashes are of these, never of JSON that a database wrote again. */
export function canonicalBytes(value: unknown): Buffer {
  return Buffer.from(canonicalize(value) ?? 'null', 'utf8')
}

/** Leaf hash of RFC 6962: the zero byte keeps leaves and nodes apart. */
export function leafHash(content: LeafContent): Buffer {
  return createHash('sha256')
    .update(Buffer.of(0))
    .update(canonicalBytes({ v: 1, ...content }))
    .digest()
}

export function leafMac(keys: AuditKeys, leaf: Buffer): Buffer {
  return createHmac('sha256', keys.mac).update(leaf).digest()
}

/** Whether an entry is what it was when it was written, by its own hash and code. Its neighbours are not looked at. */
export function isUnaltered(
  keys: AuditKeys,
  { leaf, mac, ...content }: LeafContent & { readonly leaf: Buffer; readonly mac: Buffer },
): boolean {
  return leafHash(content).equals(leaf) && leafMac(keys, leaf).equals(mac)
}

/** Commits to `value` under `salt` and encrypts it, bound to its entry. */
export function sealValue(keys: AuditKeys, entryId: string, salt: Buffer, value: unknown): SealedValue {
  const bytes = canonicalBytes(value)
  const commit = createHmac('sha256', salt).update(bytes).digest()
  return { commit, encrypted: sealBox(keys.pii, bytes, entryId) }
}

/** What reading the log takes. */
export interface ReadingKeys {
  readonly auditKeys: AuditKeys
  readonly unreadable: Pick<Unreadable, 'add' | 'remove'>
}

/** The values in the boxes of one entry; undefined for a damaged one, and the entry is counted (D57). */
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

/** Undefined if the bytes were altered or belong to another entry. */
export function openValue(keys: AuditKeys, entryId: string, encrypted: Buffer): unknown {
  const bytes = tryOpenBox(keys.pii, encrypted, entryId)
  return bytes && JSON.parse(bytes.toString('utf8'))
}
