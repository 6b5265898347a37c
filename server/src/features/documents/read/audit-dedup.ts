import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'

/**
 * The recent views of each session, whose repeats need no second entry, in any process. Without a session each
 * view counts.
 */
export interface AuditDedup {
  /** Whether the session has had one of `views`. */
  has(sessionKey: string | undefined, ...views: string[]): Promise<boolean>
  /** Call it after the entry of the views is committed. */
  add(sessionKey: string | undefined, ...views: string[]): Promise<void>
}

export function createAuditDedup({ clock, db }: { readonly clock: Clock; readonly db: Db }): AuditDedup {
  return {
    has: async (sessionKey, ...views) =>
      sessionKey !== undefined && (await isRecent(db, sessionKey, views, clock.now())),
    async add(sessionKey, ...views) {
      if (sessionKey !== undefined) await storeViews(db, sessionKey, views, clock.now())
    },
  }
}

/** A view in the future is none: the clock was set back, and the view must not stay suppressed for long. */
async function isRecent(db: Db, sessionKey: string, views: readonly string[], now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('recent_view')
    .select('view')
    .where('session_key', '=', sessionKey)
    .where('view', 'in', views)
    .where('seen_at', '>', endOf(now))
    .where('seen_at', '<=', now)
    .executeTakeFirst()
  return found !== undefined
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
