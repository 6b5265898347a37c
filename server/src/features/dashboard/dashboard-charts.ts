import type { DashboardCharts } from '@kyc/contract/dashboard.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { day as dayLength } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Actor } from '../access/actor.ts'
import { listedFor } from '../access/visible-to.ts'
import { countByStatus } from '../performers/search/count-performers.ts'

/** Full days of waiting, oldest last; the count of the last bucket is the rest of the counter. */
const backlogBuckets = [
  { fromDays: 0, toDays: 0 },
  { fromDays: 1, toDays: 1 },
  { fromDays: 2, toDays: 2 },
  { fromDays: 3, toDays: 6 },
  { fromDays: 7, toDays: null },
] as const

/** Bounds the cost of counting a bucket; more than any team registers in so few days. */
const bucketBound = 10_000

/** Backlog by age, and registrations and decisions by day in Japan (D54, for admins). */
export async function dashboardCharts(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: Actor,
): Promise<DashboardCharts> {
  const now = clock.now()
  const [backlog, days] = await Promise.all([findBacklog(db, actor, now), findDays(db, dayInJapan(now))])
  return { backlog, days }
}

/** Reads the counter and the buckets in one snapshot, so that they add up despite concurrent writes. */
async function findBacklog(db: Db, actor: Actor, now: Date): Promise<DashboardCharts['backlog']> {
  const { waiting, counts } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      waiting: (await countByStatus(tx, actor)).waiting,
      counts: await countBuckets(tx, actor, now),
    }))
  const younger = counts.reduce((sum, count) => sum + count, 0)
  return backlogBuckets.map((bucket, index) => ({
    ...bucket,
    count: counts[index] ?? Math.max(0, waiting - younger),
  }))
}

/** Counts all buckets but the last. */
async function countBuckets(db: Db, actor: Actor, now: Date): Promise<number[]> {
  const counts = backlogBuckets.flatMap(({ fromDays, toDays }) => {
    if (toDays === null) return []
    const since = new Date(now.getTime() - (toDays + 1) * dayLength)
    // The youngest bucket has no upper bound: the clock of another process may be ahead.
    const until =
      fromDays === 0 ? sql`true` : sql`p.pending_since <= ${new Date(now.getTime() - fromDays * dayLength)}`
    return [
      sql`(SELECT count(*) FROM (SELECT FROM performer p WHERE ${listedFor(actor)}
        AND p.pending_since > ${since} AND ${until} LIMIT ${sql.lit(bucketBound)}) b)`,
    ]
  })
  const { rows } = await sql<{ counts: string[] }>`SELECT ARRAY[${sql.join(counts)}] AS counts`.execute(db)
  return (rows[0]?.counts ?? []).map(Number)
}

const dayNames = {
  registered: 'performer.registered',
  verified: 'document.verified',
  rejected: 'document.rejected',
} as const

/** The last days up to today, including days without events. */
async function findDays(db: Db, today: string): Promise<DashboardCharts['days']> {
  const first = addDays(today, 1 - limits.chartDays)
  const rows = await db
    .selectFrom('daily_counter')
    .select(['day', 'name', (e) => e.fn.sum<string>('n').as('n')])
    .where('day', '>=', first)
    .where('day', '<=', today)
    .groupBy(['day', 'name'])
    .execute()
  const counts = new Map(rows.map((row) => [`${row.day} ${row.name}`, Number(row.n)]))
  return Array.from({ length: limits.chartDays }, (_, index) => {
    const day = addDays(first, index)
    const count = (name: keyof typeof dayNames) => counts.get(`${day} ${dayNames[name]}`) ?? 0
    return { day, registered: count('registered'), verified: count('verified'), rejected: count('rejected') }
  })
}
