import type { DashboardStats } from '@kyc/contract/dashboard.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { day } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { countBounded, countOf } from '../../platform/lists/page.ts'
import { isSuperadmin, readsAll } from '../access/actor.ts'
import type { Reader, Scope } from '../access/scope.ts'
import { listedIn } from '../access/visible-to.ts'
import { type AuditReading, recentActivity } from '../audit/list-audit-logs.ts'
import { isEnding } from '../performers/sealed/sealed-repository.ts'
import { countByState } from '../performers/search/count-performers.ts'
import { countOverdueRequests } from '../subjects/list-requests.ts'
import { countOpenTakedowns } from '../takedowns/list-takedowns.ts'

export type DashboardReading = AuditReading & { readonly clock: Clock }

/** The numbers of the dashboard of the scope, each counted up to a bound. */
export async function dashboardStats(services: DashboardReading, reader: Reader): Promise<DashboardStats> {
  const { db, clock } = services
  const { scope } = reader
  const now = clock.now()
  const today = dayInJapan(now)
  const [counts, bounded, sealedEnding, overdueRequests, takedowns, activity] = await Promise.all([
    countByState(db, scope, { today }, limits.dashboardCountBound),
    countBoundedNumbers(db, scope, now, today),
    isSuperadmin(reader)
      ? countBounded(db, sql`SELECT FROM performer p WHERE ${isEnding(today)}`, limits.countBound)
      : null,
    readsAll(reader) ? countOverdueRequests(services) : null,
    countOpenTakedowns(services, reader),
    recentActivity(services, reader),
  ])
  const { total, pending, approved, rejected, waiting } = counts
  return {
    totalPerformers: total,
    activePerformers: approved,
    pendingVerification: pending,
    pendingReviews: pending,
    rejectedPerformers: rejected,
    ...bounded,
    expiringSoon: bounded.expiringDocuments,
    waitingReviews: waiting,
    sealedEnding,
    overdueRequests,
    openTakedowns: takedowns.open,
    overdueTakedowns: takedowns.overdue,
    recentActivity: activity,
  }
}

type BoundedNumbers = Pick<
  DashboardStats,
  'recentlyUpdated' | 'expiringDocuments' | 'totalDocuments' | 'waitingLong'
>

/** The numbers that are counted up to `limits.countBound`. */
async function countBoundedNumbers(db: Db, scope: Scope, now: Date, today: string): Promise<BoundedNumbers> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * day)
  const due = sql`${addDays(today, limits.expiringDays)}::date`
  const count = (rows: RawBuilder<unknown>) => countOf(rows, limits.countBound)
  const performers = (condition: RawBuilder<unknown>) =>
    count(sql`SELECT FROM performer p WHERE ${listedIn(scope)} AND ${condition}`)
  const documents = (condition: RawBuilder<unknown>) =>
    count(sql`SELECT FROM performer p JOIN document_version d ON d.performer_id = p.id AND d.is_current
      WHERE ${listedIn(scope)} AND ${condition}`)
  const { rows } = await sql<BoundedNumbers>`
    SELECT ${performers(sql`p.updated_at >= ${daysAgo(limits.recentDays)}`)} AS "recentlyUpdated",
      ${performers(sql`p.pending_since <= ${daysAgo(limits.longWaitDays)}`)} AS "waitingLong",
      ${documents(sql`true`)} AS "totalDocuments",
      ${documents(sql`p.expires_on <= ${due} AND d.expires_on <= ${due}`)} AS "expiringDocuments"`.execute(db)
  const [numbers] = rows
  if (!numbers) throw new Error('a SELECT without FROM has one row')
  return numbers
}
