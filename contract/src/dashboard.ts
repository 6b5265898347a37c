import { z } from 'zod'
import { auditEntrySchema } from './audit.ts'
import { endpoint } from './endpoint.ts'
import { inOrganisation, organisationProblems } from './record-fields.ts'

/**
 * Every field of spec §3 "Dashboard stats", in both spellings (D54). The performers by state are counted up to
 * `limits.dashboardCountBound`, the others up to `limits.countBound`.
 */
export const dashboardStatsSchema = z.strictObject({
  totalPerformers: z.int(),
  activePerformers: z.int(),
  pendingVerification: z.int(),
  pendingReviews: z.int(),
  recentlyUpdated: z.int(),
  expiringDocuments: z.int(),
  expiringSoon: z.int(),
  totalDocuments: z.int(),
  rejectedPerformers: z.int(),
  /** Performers with a pending document, whatever their status. */
  waitingReviews: z.int(),
  /** Waiting performers that have waited for three days or more. */
  waitingLong: z.int(),
  /** Sealed records whose retention ends within `limits.sealedEndingDays`; null except for superadmins. */
  sealedEnding: z.int().nullable(),
  /** Requests of data subjects past their due date; null for users (D77). */
  overdueRequests: z.int().nullable(),
  /** Requests to take a title down that are not closed, and those of them past their due time (D108). */
  openTakedowns: z.int(),
  overdueTakedowns: z.int(),
  /** The newest changes and decisions, without views and sign-ins. */
  recentActivity: z.array(auditEntrySchema),
})
export type DashboardStats = z.infer<typeof dashboardStatsSchema>

/** What the page shows on 401, 403 and 500 (spec §8). */
export const zeroStats: DashboardStats = {
  totalPerformers: 0,
  activePerformers: 0,
  pendingVerification: 0,
  pendingReviews: 0,
  recentlyUpdated: 0,
  expiringDocuments: 0,
  expiringSoon: 0,
  totalDocuments: 0,
  rejectedPerformers: 0,
  waitingReviews: 0,
  waitingLong: 0,
  sealedEnding: null,
  overdueRequests: null,
  openTakedowns: 0,
  overdueTakedowns: 0,
  recentActivity: [],
}

export const dashboardStats = endpoint({
  name: 'dashboard.stats',
  method: 'GET',
  path: '/dashboard/stats',
  summary: 'Counts and the last ten changes, in the scope of the caller',
  who: 'user',
  query: z.object(inOrganisation),
  reply: { kind: 'json', status: 200, schema: dashboardStatsSchema },
  problems: [...organisationProblems],
})

export const dashboardChartsSchema = z.strictObject({
  /** Waiting performers by full days of waiting; the last value includes all older ones. */
  backlog: z.array(z.strictObject({ fromDays: z.int(), toDays: z.int().nullable(), count: z.int() })),
  /** The last `limits.chartDays` days in Japan, oldest first. */
  days: z.array(
    z.strictObject({ day: z.string(), registered: z.int(), verified: z.int(), rejected: z.int() }),
  ),
  /** Registrations in the last `limits.chartWeeks` weeks, oldest first; `monday` is a day in Japan. */
  weeks: z.array(z.strictObject({ monday: z.string(), registered: z.int() })),
  /**
   * Minutes from the submission of a document to its decision, over the decisions of the last
   * `limits.decisionDays` days, at most the newest `limits.decisionsCounted`.
   */
  decisionTime: z.strictObject({ count: z.int(), medianMinutes: z.int(), meanMinutes: z.int() }),
})
export type DashboardCharts = z.infer<typeof dashboardChartsSchema>

export const dashboardCharts = endpoint({
  name: 'dashboard.charts',
  method: 'GET',
  path: '/dashboard/charts',
  summary: 'Backlog by age, decisions by day, registrations by week and the time to decision, for admins',
  who: 'admin',
  reply: { kind: 'json', status: 200, schema: dashboardChartsSchema },
  problems: [],
})
