import type { DashboardStats } from '@kyc/contract/dashboard.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { day } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Actor, isSuperadmin, readsAll } from '../access/actor.ts'
import type { Reader, Scope } from '../access/scope.ts'
import { listedIn } from '../access/visible-to.ts'
import { type AuditReading, recentActivity } from '../audit/list-audit-logs.ts'
import { isEnding } from '../performers/sealed/sealed-repository.ts'
import { countExpiringDocuments, counters } from '../performers/search/count-performers.ts'
import { statusRanks } from '../performers/search/list-order.ts'
import { countOverdueRequests } from '../subjects/list-requests.ts'

export type DashboardReading = AuditReading & { readonly clock: Clock }

/** The numbers of the dashboard of the scope: from counters, or counted up to a bound (D54). */
export async function dashboardStats(services: DashboardReading, reader: Reader): Promise<DashboardStats> {
  const { db, clock } = services
  const { scope } = reader
  const now = clock.now()
  const [counts, recentlyUpdated, expiring, waitingLong, sealedEnding, overdueRequests, activity] =
    await Promise.all([
      counters(db, scope),
      countUpdatedSince(db, scope, new Date(now.getTime() - limits.recentDays * day)),
      countExpiringDocuments(db, scope, dayInJapan(now)),
      countWaitingSince(db, scope, new Date(now.getTime() - limits.longWaitDays * day)),
      countSealedEnding(db, reader, dayInJapan(now)),
      readsAll(reader) ? countOverdueRequests(services) : null,
      recentActivity(services, reader),
    ])
  const count = (name: string) => counts.get(name) ?? 0
  const [pending, approved, rejected, draft] = [
    count('performer.pending'),
    count('performer.approved'),
    count('performer.rejected'),
    count('performer.draft'),
  ]
  return {
    totalPerformers: pending + approved + rejected + draft,
    activePerformers: approved,
    pendingVerification: pending,
    pendingReviews: pending,
    rejectedPerformers: rejected,
    recentlyUpdated,
    expiringDocuments: expiring,
    expiringSoon: expiring,
    totalDocuments: count('document'),
    waitingReviews: count('performer.waiting'),
    waitingLong,
    sealedEnding,
    overdueRequests,
    recentActivity: activity,
  }
}

/** One scan per status, because it is the leading column of the index. */
function countUpdatedSince(db: Db, scope: Scope, since: Date): Promise<number> {
  const scans = Object.values(statusRanks).map(
    (rank) => sql`SELECT FROM performer p
      WHERE ${listedIn(scope)} AND p.status_rank = ${sql.lit(rank)} AND p.updated_at >= ${since}`,
  )
  return countBounded(db, sql.join(scans, sql` UNION ALL `))
}

function countWaitingSince(db: Db, scope: Scope, since: Date): Promise<number> {
  return countBounded(
    db,
    sql`SELECT FROM performer p WHERE ${listedIn(scope)} AND p.pending_since <= ${since}`,
  )
}

/** Only superadmins see sealed records (D4). */
async function countSealedEnding(db: Db, actor: Actor, today: string): Promise<number | null> {
  return isSuperadmin(actor) ? countBounded(db, sql`SELECT FROM performer p WHERE ${isEnding(today)}`) : null
}

async function countBounded(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const { rows: found } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (${rows} LIMIT ${limits.countBound}) bounded`.execute(db)
  return found[0]?.n ?? 0
}
