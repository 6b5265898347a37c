import type { DashboardCharts } from '@kyc/contract/dashboard.ts'
import { addDays, dayInJapan, mondayOf } from '@kyc/contract/dates.ts'
import { day as dayLength } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { countOf } from '../../platform/lists/page.ts'
import { everything } from '../access/scope.ts'
import { listedIn } from '../access/visible-to.ts'

/** Full days of waiting, oldest last. */
const backlogBuckets = [
  { fromDays: 0, toDays: 0 },
  { fromDays: 1, toDays: 1 },
  { fromDays: 2, toDays: 2 },
  { fromDays: 3, toDays: 6 },
  { fromDays: 7, toDays: null },
] as const

/** Bounds the cost of counting a bucket. */
const bucketBound = 10_000

/** Backlog by age, decisions by day, registrations by week in Japan, and the time to decision (D54, for admins). */
export async function dashboardCharts({
  db,
  clock,
}: {
  readonly db: Db
  readonly clock: Clock
}): Promise<DashboardCharts> {
  const now = clock.now()
  const today = dayInJapan(now)
  const firstMonday = addDays(mondayOf(today), -7 * (limits.chartWeeks - 1))
  const [backlog, count, decision] = await Promise.all([
    findBacklog(db, now),
    countsByDay(db, firstMonday, today),
    decisionTime(db, now),
  ])
  return { backlog, days: daysOf(count, today), weeks: weeksOf(count, firstMonday), decisionTime: decision }
}

/** Counts all buckets in one statement. */
async function findBacklog(db: Db, now: Date): Promise<DashboardCharts['backlog']> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayLength)
  const counts = backlogBuckets.map(({ fromDays, toDays }) => {
    // The youngest bucket has no upper bound: the clock of another process may be ahead.
    const until = fromDays === 0 ? sql`true` : sql`p.pending_since <= ${daysAgo(fromDays)}`
    const since = toDays === null ? sql`true` : sql`p.pending_since > ${daysAgo(toDays + 1)}`
    const waiting = sql`p.pending_since IS NOT NULL AND ${since} AND ${until}`
    return countOf(sql`SELECT FROM performer p WHERE ${listedIn(everything)} AND ${waiting}`, bucketBound)
  })
  const { rows } = await sql<{ counts: string[] }>`SELECT ARRAY[${sql.join(counts)}] AS counts`.execute(db)
  return backlogBuckets.map((bucket, index) => ({ ...bucket, count: Number(rows[0]?.counts[index] ?? 0) }))
}

const dayNames = {
  registered: 'performer.registered',
  verified: 'document.verified',
  rejected: 'document.rejected',
} as const

/** Events per day in Japan from the counters; days without events count 0. */
type CountOn = (day: string, name: keyof typeof dayNames) => number

async function countsByDay(db: Db, first: string, last: string): Promise<CountOn> {
  const rows = await db
    .selectFrom('daily_counter')
    .select(['day', 'name', (e) => e.fn.sum<string>('n').as('n')])
    .where('day', '>=', first)
    .where('day', '<=', last)
    .groupBy(['day', 'name'])
    .execute()
  const counts = new Map(rows.map((row) => [`${row.day} ${row.name}`, Number(row.n)]))
  return (day, name) => counts.get(`${day} ${dayNames[name]}`) ?? 0
}

const daysFrom = (first: string, days: number) => Array.from({ length: days }, (_, n) => addDays(first, n))

/** The last days up to today, including days without events. */
function daysOf(count: CountOn, today: string): DashboardCharts['days'] {
  return daysFrom(addDays(today, 1 - limits.chartDays), limits.chartDays).map((day) => ({
    day,
    registered: count(day, 'registered'),
    verified: count(day, 'verified'),
    rejected: count(day, 'rejected'),
  }))
}

/** The last weeks from `first`, a Monday, including the current week. */
function weeksOf(count: CountOn, first: string): DashboardCharts['weeks'] {
  return Array.from({ length: limits.chartWeeks }, (_, week) => {
    const monday = addDays(first, 7 * week)
    const registered = daysFrom(monday, 7).reduce((sum, day) => sum + count(day, 'registered'), 0)
    return { monday, registered }
  })
}

/** Reads a bounded number of decisions from an index that contains both times. */
async function decisionTime(db: Db, now: Date): Promise<DashboardCharts['decisionTime']> {
  const since = new Date(now.getTime() - limits.decisionDays * dayLength)
  const { rows } = await sql<{ count: number; median: number | null; mean: number | null }>`
    SELECT count(*) AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) AS median, avg(seconds)::float8 AS mean
    FROM (SELECT extract(epoch FROM decided_at - uploaded_at)::float8 AS seconds FROM document_version
      WHERE decided_at >= ${since} ORDER BY decided_at DESC LIMIT ${limits.decisionsCounted}) decision`.execute(
    db,
  )
  const [{ count, median, mean } = { count: 0, median: null, mean: null }] = rows
  return { count, medianMinutes: inMinutes(median), meanMinutes: inMinutes(mean) }
}

function inMinutes(seconds: number | null): number {
  return Math.round((seconds ?? 0) / 60)
}
