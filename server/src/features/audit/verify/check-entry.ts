import type { LogFault } from '@kyc/contract/audit-verification.ts'
import type { LeafContent } from '@kyc/contract/log-entries.ts'
import { type AuditKeys, decryptCommitted } from '../entry-box.ts'
import { leafHash, leafMac } from '../leaf.ts'
import { faultOf } from './faults.ts'

/** The stored columns of an entry as text, bytes in hex: parsing them would cost more than checking them. */
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
  encode(e.ip_commit, 'hex') AS ip_commit, encode(e.details_commit, 'hex') AS details_commit, encode(e.leaf, 'hex') AS leaf,
  encode(e.mac, 'hex') AS mac, e.xid, encode(p.ip_enc, 'hex') AS ip_enc, encode(p.details_enc, 'hex') AS details_enc`

interface CheckedEntry {
  /** Whether the product wrote the entry and its hash is intact. */
  readonly authentic: boolean
  /** The hash of the content, in hex. */
  readonly leaf: string
  readonly fault: LogFault | undefined
}

/** Compares an entry with its hash, its MAC and its commitments; missing personal data is no fault here. */
export function checkEntry(keys: AuditKeys, entry: StoredEntry, leafIndex: number | null): CheckedEntry {
  const place = { entryId: entry.id, leafIndex }
  const leaf = leafHash(entry)
  if (leaf !== entry.leaf) return { authentic: false, leaf, fault: faultOf('entry', place) }
  if (leafMac(keys, entry.id, leaf) !== entry.mac) {
    return { authentic: false, leaf, fault: faultOf('mac', place) }
  }
  const intact = entry.ip_enc === null || detailsMatch(keys, entry)
  return { authentic: true, leaf, fault: intact ? undefined : faultOf('details', place) }
}

function detailsMatch(keys: AuditKeys, entry: StoredEntry): boolean {
  const { id, ip_enc, ip_commit, details_enc, details_commit } = entry
  return (
    decryptCommitted(keys, id, Buffer.from(ip_enc ?? '', 'hex'), ip_commit) !== undefined &&
    decryptCommitted(keys, id, Buffer.from(details_enc ?? '', 'hex'), details_commit) !== undefined
  )
}

/** The performer whose destruction destroys the personal data of the entry. */
export function performerOf({ subject, rtype, rid }: StoredEntry): string | null {
  return subject ?? (rtype === 'performer' ? rid : null)
}
