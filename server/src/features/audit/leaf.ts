import { type LeafContent, leafJson } from '@kyc/contract/log-entries.ts'
import { shortKeyHmac } from '../../platform/crypto/short-key-hmac.ts'
import { hashLeaf } from '../../platform/transparency/merkle-tree.ts'
import type { AuditKeys } from './entry-box.ts'

/** The hash of the content of an entry, in hex like the MAC. */
export function leafHash(content: LeafContent): string {
  return hashLeaf(leafJson(content))
}

/** Each entry has a key of its own, derived from that of the log. */
export function leafMac(keys: AuditKeys, id: string, leaf: string): string {
  const key = Buffer.from(shortKeyHmac(keys.mac, Buffer.from(id)), 'hex')
  return shortKeyHmac(key, Buffer.from(leaf, 'hex'))
}

/** The hash and MAC of an entry with their input. */
export interface EntryProof extends LeafContent {
  readonly leaf: string
  readonly mac: string
}

/** Whether the hash and the MAC of an entry match its content. Does not detect missing entries. */
export function isUnaltered(keys: AuditKeys, { leaf, mac, ...content }: EntryProof): boolean {
  return leafHash(content) === leaf && leafMac(keys, content.id, leaf) === mac
}
