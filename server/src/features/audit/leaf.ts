import { shortKeyHmac } from '../../platform/crypto/short-key-hmac.ts'
import { hashLeaf } from '../../platform/transparency/merkle-tree.ts'
import type { AuditKeys } from './entry-box.ts'

/** The content of the leaf of an entry: everything stored about it, except `xid`, which only orders the sealing. Numbers are decimal text, hashes hex. */
export interface LeafContent {
  readonly id: string
  readonly at_us: string
  readonly actor: string | null
  readonly action: string
  readonly rtype: string
  readonly rid: string | null
  readonly subject: string | null
  readonly owner: string | null
  readonly writer: string
  readonly wseq: string
  readonly ip_commit: string
  readonly details_commit: string
}

/**
 * The canonical JSON (RFC 8785) of a leaf. Written by hand because entries are hashed by the million; a test compares it with
 * the library.
 */
export function leafJson(leaf: LeafContent): string {
  return `{"action":${json(leaf.action)},"actor":${json(leaf.actor)},"at_us":"${leaf.at_us}","details_commit":"${leaf.details_commit}","id":"${leaf.id}","ip_commit":"${leaf.ip_commit}","owner":${json(leaf.owner)},"rid":${json(leaf.rid)},"rtype":${json(leaf.rtype)},"subject":${json(leaf.subject)},"v":1,"writer":"${leaf.writer}","wseq":"${leaf.wseq}"}`
}

const json = JSON.stringify

/** In hex, like the MAC. */
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
