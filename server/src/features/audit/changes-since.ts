import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import { NIL } from 'uuid'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { tellsOfChange } from './is-change.ts'

/** An entry that tells of a change, without what the change was. */
export interface LoggedChange {
  readonly action: AuditAction
  readonly rtype: AuditResourceType
  readonly rid: string | null
  readonly subject: string | null
  readonly owner: string | null
}

/**
 * How far the log has been read: all that the snapshot `from` saw, and of what `upTo` sees beyond it all until the
 * entry `after`. A number would not do: transactions commit in another order than they begin.
 */
export interface LogPosition {
  readonly from: string
  readonly upTo: string | null
  readonly after: { readonly xid: string; readonly id: string }
}

export interface LogPage {
  readonly changes: readonly LoggedChange[]
  readonly position: LogPosition
  /** There was more than `bound`: ask again. */
  readonly more: boolean
}

const beginning = { xid: '0', id: NIL }

/** Where the log stands now: whatever commits from here on comes after it. */
export async function endOfLog(db: Db): Promise<LogPosition> {
  const { rows } = await sql<{ snapshot: string }>`SELECT pg_current_snapshot()::text AS snapshot`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a SELECT without a row')
  return { from: row.snapshot, upTo: null, after: beginning }
}

interface Found extends LoggedChange {
  readonly up_to: string
  readonly xid: string | null
  readonly id: string | null
}

/**
 * The changes that committed after `position`, each once, at most `bound` at a time. A transaction that stays open for
 * long is waited for by nobody, and what it wrote comes when it commits.
 */
export async function changesSince(db: Db, position: LogPosition, bound: number): Promise<LogPage> {
  const { from, upTo } = position
  const { rows } = await changesQuery(position, bound).execute(db)
  const changes = rows.filter((row) => row.id !== null)
  const last = rows.at(-1)
  const next = last?.up_to ?? from
  if (changes.length === bound && last?.xid && last.id) {
    return { changes, position: { from, upTo: next, after: { xid: last.xid, id: last.id } }, more: true }
  }
  return { changes, position: { from: next, upTo: null, after: beginning }, more: upTo !== null }
}

/**
 * One row with nothing but `up_to` where there is no change. The range of transactions ends where the snapshot does:
 * the numbers of a log that was restored from another database may lie far ahead.
 */
function changesQuery({ from, upTo, after }: LogPosition, bound: number): RawBuilder<Found> {
  return sql<Found>`${prepared}
    SELECT read.up_to, e.* FROM
      (SELECT coalesce(${upTo}::text, pg_current_snapshot()::text) AS up_to) read
    LEFT JOIN LATERAL (
      SELECT xid::text, id, action, rtype, rid, subject, owner FROM audit_event
      WHERE xid >= pg_snapshot_xmin(${from}::text::pg_snapshot) AND xid < pg_snapshot_xmax(read.up_to::pg_snapshot)
        AND NOT pg_visible_in_snapshot(xid, ${from}::text::pg_snapshot)
        AND pg_visible_in_snapshot(xid, read.up_to::pg_snapshot)
        AND (audit_event.xid, id) > (${after.xid}::text::xid8, ${after.id}::uuid)
        AND ${tellsOfChange}
      ORDER BY audit_event.xid, id LIMIT ${bound}) e ON true`
}
