import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'

/**
 * The recent views of each session, whose repeats need no second entry (D38), in any process. Without a session each
 * view counts.
 */
export interface AuditDedup {
  /** Whether the session has had one of `views`. */
  has(sessionKey: string | undefined, ...views: string[]): Promise<boolean>
  /** Call it after the entry of the views is committed. */
  add(sessionKey: string | undefined, ...views: string[]): Promise<void>
}

/** A bound is safe: an evicted view is read from the database. */
const maximum = 20_000

/** Repeats at the same process, such as the thumbnails of a page, cost no query. */
export function createAuditDedup({ clock, db }: { readonly clock: Clock; readonly db: Db }): AuditDedup {
  const until = new Map<string, number>()
  const keyOf = (sessionKey: string, view: string) => `${sessionKey} ${view}`
  const isRecent = (sessionKey: string, view: string) => {
    const left = (until.get(keyOf(sessionKey, view)) ?? 0) - clock.now().getTime()
    // More than the maximum is left if the clock was set back; such a view must not stay suppressed for
    // long.
    return left > 0 && left <= limits.viewDedup
  }
  const keep = (sessionKey: string, view: string, seenAt: Date) => {
    const key = keyOf(sessionKey, view)
    // A map keeps the order of insertion, which is about the order of expiry.
    until.delete(key)
    until.set(key, seenAt.getTime() + limits.viewDedup)
    for (const oldest of until.keys()) {
      if (until.size <= maximum) break
      until.delete(oldest)
    }
  }
  return {
    async has(sessionKey, ...views) {
      if (sessionKey === undefined) return false
      if (views.some((view) => isRecent(sessionKey, view))) return true
      const found = await findViews(db, sessionKey, views, clock.now())
      for (const { view, seen_at } of found) keep(sessionKey, view, seen_at)
      return found.length > 0
    },
    async add(sessionKey, ...views) {
      if (sessionKey === undefined) return
      const at = clock.now()
      await storeViews(db, sessionKey, views, at)
      for (const view of views) keep(sessionKey, view, at)
    },
  }
}

function findViews(
  db: Db,
  sessionKey: string,
  views: readonly string[],
  now: Date,
): Promise<{ view: string; seen_at: Date }[]> {
  return db
    .selectFrom('recent_view')
    .select(['view', 'seen_at'])
    .where('session_key', '=', sessionKey)
    .where('view', 'in', views)
    .where('seen_at', '>', endOf(now))
    .where('seen_at', '<=', now)
    .execute()
}

async function storeViews(db: Db, sessionKey: string, views: readonly string[], at: Date): Promise<void> {
  await db
    .insertInto('recent_view')
    .values(views.toSorted().map((view) => ({ session_key: sessionKey, view, seen_at: at })))
    .onConflict((conflict) =>
      conflict.columns(['session_key', 'view']).doUpdateSet({ seen_at: sql`excluded.seen_at` }),
    )
    .execute()
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

/** The key of the same view as a prefetch, which is none yet. */
export function prefetchOf(view: string): string {
  return `prefetch/${view}`
}
