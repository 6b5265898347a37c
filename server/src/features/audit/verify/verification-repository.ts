import { createHmac } from 'node:crypto'
import type { LogVerification } from '@kyc/contract/audit-verification.ts'
import { day, minute } from '@kyc/contract/durations.ts'
import type { VerificationKind } from '@kyc/contract/log-verifications.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ago } from '../../../platform/db/time.ts'
import { lowestIdAt, newId } from '../../../platform/ids.ts'
import type { AuditKeys } from '../entry-box.ts'

/** A process renews its verification every second. */
const lease = minute
const kept = 90 * day

/** Deletes old results and ends a verification whose lease has expired, so that another one can start. */
export async function clearVerifications(db: Db): Promise<void> {
  await db
    .updateTable('log_verification')
    .set({ finished_at: sql`now()` })
    .where('finished_at', 'is', null)
    .where('heartbeat_at', '<', ago(lease))
    .execute()
  await db.deleteFrom('log_verification').where('started_at', '<', ago(kept)).execute()
}

/** Claims the only verification that may run; returns its id, or undefined if one is running. */
export async function claimVerification(db: Db, kind: VerificationKind): Promise<string | undefined> {
  const claimed = await db
    .insertInto('log_verification')
    .values({ id: newId(), kind })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return claimed?.id
}

/** Whether a verification of one of `kinds` that started in the last `milliseconds` has a result. */
export async function hasResultSince(
  db: Db,
  kinds: readonly VerificationKind[],
  milliseconds: number,
): Promise<boolean> {
  const ended = db
    .selectFrom('log_verification')
    .select('id')
    .where('kind', 'in', kinds)
    .where('report', 'is not', null)
  return (await ended.where('started_at', '>', ago(milliseconds)).executeTakeFirst()) !== undefined
}

/** Whether the log has entries from before `instant`. */
export async function hasEntriesBefore(db: Db, instant: Date): Promise<boolean> {
  const entry = db.selectFrom('audit_event').select('id').where('id', '<', lowestIdAt(instant)).limit(1)
  return (await entry.executeTakeFirst()) !== undefined
}

export async function saveProgress(
  db: Db,
  id: string,
  { done, total }: { readonly done: number; readonly total: number | null },
): Promise<void> {
  await db
    .updateTable('log_verification')
    .set({ done, total, heartbeat_at: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/** Ends a verification, without `result` if it was interrupted. */
export async function finishVerification(
  db: Db,
  keys: AuditKeys,
  id: string,
  result?: { readonly report: LogVerification; readonly position: string | null },
): Promise<void> {
  const { text } = await db
    .selectNoFrom(
      sql<string | null>`${result ? JSON.stringify(result.report) : null}::jsonb::text`.as('text'),
    )
    .executeTakeFirstOrThrow()
  await db
    .updateTable('log_verification')
    .set({
      finished_at: sql`now()`,
      ...(result && text !== null && { report: text, position: result.position, mac: macOf(keys, id, text) }),
    })
    .where('id', '=', id)
    .execute()
}

/** The MAC of a result, in the text form that the database returns. */
function macOf(keys: AuditKeys, id: string, report: string): Buffer {
  return createHmac('sha256', keys.mac).update(`verification ${id} ${report}`).digest()
}

/** The newest verification; it may be running or interrupted. */
export async function findNewestVerification(db: Db) {
  return db
    .selectFrom('log_verification')
    .select(['id', 'kind', 'started_at', 'done', 'total'])
    .select(sql<boolean>`finished_at IS NULL AND heartbeat_at >= ${ago(lease)}`.as('is_running'))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The newest verification with a result. Its report is null if no process with the key of the log wrote it. */
export async function findLastResult(db: Db, keys: AuditKeys) {
  const last = await db
    .selectFrom('log_verification')
    .select(['id', 'kind', 'report', 'position', 'mac', sql<string>`report::text`.as('text')])
    .where('report', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return undefined
  const { mac, text, ...result } = last
  // Results from before results had a MAC have an empty one; the database gives it to no other result.
  const authentic = mac !== null && (mac.length === 0 || mac.equals(macOf(keys, last.id, text)))
  return authentic ? result : { ...result, report: null, position: null }
}
