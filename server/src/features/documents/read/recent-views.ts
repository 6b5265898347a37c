import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'

/**
 * Whether the session has had one of `views` recently, in any process, so that another view needs no entry. Without a
 * session each view counts. A view in the future does not count: the clock was set back, and entries must not stay
 * suppressed for long.
 */
export function isRecentView(
  sessionKey: string | undefined,
  views: readonly string[],
  now: Date,
): RawBuilder<boolean> {
  if (sessionKey === undefined) return sql<boolean>`false`
  // The time is not in the WHERE clause: with it, a generic plan would use its index and read all recent views.
  return sql<boolean>`(SELECT count(*) FILTER (WHERE seen_at > ${endOf(now)} AND seen_at <= ${now}) > 0
    FROM recent_view WHERE session_key = ${sessionKey} AND view = ANY (${views}::text[]))`
}

/** Stores the views of a session with their entry, as part of the statement of `audit.recordRead`. */
export function noteViews(
  sessionKey: string | undefined,
  views: readonly string[],
  now: Date,
): RawBuilder<unknown>[] {
  if (sessionKey === undefined) return []
  // In one order, so that two calls never wait for each other.
  return [
    sql`noted AS (
      INSERT INTO recent_view (session_key, view, seen_at)
      SELECT ${sessionKey}::text, view, ${now}::timestamptz FROM entry, unnest(${views.toSorted()}::text[]) AS view
      ON CONFLICT (session_key, view) DO UPDATE SET seen_at = excluded.seen_at)`,
  ]
}

/** Deletes the views whose repeats need an entry again. */
export async function forgetViews({ clock, db }: { readonly clock: Clock; readonly db: Db }): Promise<void> {
  await db.deleteFrom('recent_view').where('seen_at', '<=', endOf(clock.now())).execute()
}

/** Views at this time or before are no longer recent. */
function endOf(now: Date): Date {
  return new Date(now.getTime() - limits.viewDedup)
}

/** The key of a view of a performer's page. */
export function performerView(performerId: string): string {
  return `performer/${performerId}`
}

/** The key of the same view of a sealed record. */
export function sealedView(view: string): string {
  return `sealed/${view}`
}

/** The key of the same view as a prefetch, which does not count as a view yet. */
export function prefetchOf(view: string): string {
  return `prefetch/${view}`
}
