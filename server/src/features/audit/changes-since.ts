import type { AuditAction, AuditResourceType } from '@kyc/contract/audit-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import { NIL } from 'uuid'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import { isId } from '../../platform/ids.ts'
import { changesOnly } from './is-change.ts'

/** An entry of a change, without its details. */
export interface LoggedChange {
  readonly action: AuditAction
  readonly rtype: AuditResourceType
  readonly rid: string | null
  readonly subject: string | null
  readonly owner: string | null
}

/** The different ids of the records of a type that the changes are about; a document is a part of its performer. */
export function recordIdsOf(
  changes: readonly LoggedChange[],
  type: Exclude<AuditResourceType, 'document'>,
): string[] {
  const ids = changes.flatMap(({ rtype, rid, subject }) => {
    if (type === 'performer' && (rtype === type || rtype === 'document')) return subject ?? rid ?? []
    return rtype === type ? (rid ?? []) : []
  })
  return [...new Set(ids)].filter(isId)
}

/**
 * A position in the log: everything visible in the snapshot `from` has been read, and of the entries that
 * `upTo` adds, those up to `after`. A sequence number is insufficient, because transactions commit in another
 * order than they begin.
 */
export interface LogPosition {
  readonly from: string
  readonly upTo: string | null
  readonly after: { readonly xid: string; readonly id: string }
}

export interface LogPage {
  readonly changes: readonly LoggedChange[]
  readonly position: LogPosition
  /** The page is full: call again. */
  readonly more: boolean
}

const beginning = { xid: '0', id: NIL }

/** The current end of the log: every later commit comes after it. */
export async function endOfLog(db: Db): Promise<LogPosition> {
  const { rows } = await sql<{ snapshot: string }>`SELECT pg_current_snapshot()::text AS snapshot`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a SELECT without a row')
  return { from: row.snapshot, upTo: null, after: beginning }
}

interface ChangeRow extends LoggedChange {
  readonly up_to: string
  readonly xid: string | null
  readonly id: string | null
}

/**
 * Returns the changes that committed after `position`, each once, at most `bound` per page. A long
 * transaction delays no other change; its changes are returned after its commit.
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
 * Returns one row with only `up_to` if there is no change. The range of transaction ids ends with the
 * snapshot, because a log restored from another database may contain ids far ahead.
 */
function changesQuery({ from, upTo, after }: LogPosition, bound: number): RawBuilder<ChangeRow> {
  return sql<ChangeRow>`${prepared}
    SELECT read.up_to, e.* FROM
      (SELECT coalesce(${upTo}::text, pg_current_snapshot()::text) AS up_to) read
    LEFT JOIN LATERAL (
      SELECT xid::text, id, action, rtype, rid, subject, owner FROM audit_event
      WHERE xid >= pg_snapshot_xmin(${from}::text::pg_snapshot) AND xid < pg_snapshot_xmax(read.up_to::pg_snapshot)
        AND NOT pg_visible_in_snapshot(xid, ${from}::text::pg_snapshot)
        AND pg_visible_in_snapshot(xid, read.up_to::pg_snapshot)
        AND (audit_event.xid, id) > (${after.xid}::text::xid8, ${after.id}::uuid)
        AND ${changesOnly}
      ORDER BY audit_event.xid, id LIMIT ${bound}) e ON true`
}
