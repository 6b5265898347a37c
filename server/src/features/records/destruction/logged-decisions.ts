import { minute } from '@kyc/contract/durations.ts'
import type { SealedChange } from '@kyc/contract/sealed-labels.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { type AuditKeys, decryptCommitted } from '../../audit/entry-box.ts'
import { type EntryProof, isUnaltered } from '../../audit/leaf.ts'

/** What the log says about holds and the early destruction of a record, whatever the tables say. */
interface LoggedDecisions {
  /** Whether the last decision about a legal hold has put one. */
  readonly held: boolean
  /** Who requested the destruction and when, and who confirmed it, unless it was withdrawn or stopped since. */
  readonly requestedBy: string | null
  readonly requestedAt: Date | null
  readonly confirmedBy: string | null
}

/** The largest difference of the clocks of two processes by which the order of their decisions may differ from that of the log. */
const longestSkew = minute

/**
 * Reads the decisions from those entries that a process with the key of the log has written: an attacker with only the login of
 * the database can write the rows of a decision, but not its entry. The decisions are in the order of the tree, which is that of
 * their transactions, because the clocks of two processes differ. That login can insert leaves, too, so their order counts only
 * as far as a difference of the clocks explains it: otherwise the record is held, until a later hold has ended.
 */
export async function readLoggedDecisions(keys: AuditKeys, tx: Tx, id: string): Promise<LoggedDecisions> {
  const { rows } = await sql<EntryProof & { readonly details_enc: Buffer }>`
    SELECT e.id, e.at_us::text, e.actor, e.action, e.rtype, e.rid, e.subject, e.owner, e.writer, e.wseq::text,
      encode(e.ip_commit, 'hex') AS ip_commit, encode(e.details_commit, 'hex') AS details_commit,
      encode(e.leaf, 'hex') AS leaf, encode(e.mac, 'hex') AS mac, p.details_enc
    FROM audit_event e JOIN audit_pii p ON p.event_id = e.id LEFT JOIN audit_leaf l ON l.event_id = e.id
    WHERE e.rid = ${id} AND e.rtype = 'performer' AND e.action IN ('seal', 'update')
    ORDER BY l.leaf_index NULLS LAST, e.xid, e.id`.execute(tx)
  let [held, requested, confirmedBy] = [false, undefined as EntryProof | undefined, null as string | null]
  let newest = 0
  for (const { details_enc, ...entry } of rows) {
    const details = decryptCommitted(keys, entry.id, details_enc, entry.details_commit)
    if (!details || !isUnaltered(keys, entry)) continue
    const { change } = JSON.parse(details.bytes.toString()) as { readonly change?: SealedChange } // authentic
    if (change === undefined) continue
    const at = Number(entry.at_us) / 1000
    if (at < newest - longestSkew) {
      ;[held, requested, confirmedBy] = [true, undefined, null]
      continue
    }
    newest = Math.max(newest, at)
    if (change === 'held' || change === 'hold_ended') held = change === 'held'
    else if (change === 'destruction_requested') [requested, confirmedBy] = [entry, null]
    else if (change === 'destruction_confirmed') confirmedBy = entry.actor
    else if (change === 'destruction_withdrawn' || change === 'destruction_stopped') requested = undefined
  }
  return {
    held,
    requestedBy: requested?.actor ?? null,
    requestedAt: requested ? new Date(Number(requested.at_us) / 1000) : null,
    confirmedBy: requested ? confirmedBy : null,
  }
}
