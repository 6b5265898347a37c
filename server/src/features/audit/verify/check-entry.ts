import type { LogFault } from '@kyc/contract/audit-verification.ts'
import { type LeafContent, leafHash, leafMac } from '../leaf.ts'
import { type AuditKeys, openCommitted } from '../seal.ts'
import { faultOf } from './faults.ts'

/**
 * The stored columns of an entry in the text format of PostgreSQL, in which commitments begin with `\x`: parsing them
 * would cost more than checking them.
 */
export interface StoredEntry extends LeafContent {
  readonly leaf: string
  readonly mac: string
  readonly xid: string
  /** Null, like the details, if the personal data is missing. */
  readonly ip_enc: string | null
  readonly details_enc: string | null
}

/** The columns of `StoredEntry` from `audit_event e` and `audit_pii p`. */
export const storedColumns = `e.id, e.at_us, e.actor, e.action, e.rtype, e.rid, e.subject, e.owner, e.writer, e.wseq,
  e.ip_commit, e.details_commit, e.leaf, e.mac, e.xid, p.ip_enc, p.details_enc`

interface CheckedEntry {
  /** Whether the product wrote the entry and its hash is intact. */
  readonly authentic: boolean
  /** The hash of the content. */
  readonly leaf: Buffer
  readonly fault: LogFault | undefined
}

/** Compares an entry with its hash, its MAC and its commitments; missing personal data is no fault here. */
export function checkEntry(keys: AuditKeys, entry: StoredEntry, leafIndex: number | null): CheckedEntry {
  const place = { entryId: entry.id, leafIndex }
  const commits = { ip_commit: entry.ip_commit.slice(2), details_commit: entry.details_commit.slice(2) }
  const leaf = leafHash({ ...entry, ...commits })
  if (`\\x${leaf.toString('hex')}` !== entry.leaf) {
    return { authentic: false, leaf, fault: faultOf('entry', place) }
  }
  if (`\\x${leafMac(keys, entry.id, leaf).toString('hex')}` !== entry.mac) {
    return { authentic: false, leaf, fault: faultOf('mac', place) }
  }
  const intact = entry.ip_enc === null || detailsMatch(keys, entry, commits)
  return { authentic: true, leaf, fault: intact ? undefined : faultOf('details', place) }
}

function detailsMatch(
  keys: AuditKeys,
  { id, ip_enc, details_enc }: StoredEntry,
  commits: { ip_commit: string; details_commit: string },
): boolean {
  return (
    openCommitted(keys, id, bytesOf(ip_enc), commits.ip_commit) !== undefined &&
    openCommitted(keys, id, bytesOf(details_enc), commits.details_commit) !== undefined
  )
}

/** The bytes of a bytea in text format. */
export function bytesOf(text: string | null): Buffer {
  return Buffer.from(text?.slice(2) ?? '', 'hex')
}

/** The performer whose destruction destroys the personal data of the entry. */
export function performerOf({ subject, rtype, rid }: StoredEntry): string | null {
  return subject ?? (rtype === 'performer' ? rid : null)
}
