import type { AnalyticsEvent } from '@kyc/contract/analytics.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

export interface AnalyticsServices {
  readonly db: Db
  readonly clock: Clock
  readonly config: { readonly analytics: boolean }
}

/** Stores the events and counts them by day; does nothing while analytics is off (D44). */
export async function recordEvents(
  { db, clock, config }: AnalyticsServices,
  events: readonly AnalyticsEvent[],
): Promise<void> {
  if (!config.analytics) return
  const now = clock.now()
  const today = dayInJapan(now)
  // One statement, so that no event is stored without being counted. Counters are updated in the order of the
  // key, so that concurrent calls don't deadlock.
  await sql`
    WITH event AS (${eventRows(events)}),
    stored AS (
      INSERT INTO analytics_event (at, name, page, form, depth)
      SELECT ${now}::timestamptz, name, page, form, depth FROM event
      WHERE (SELECT coalesce(sum(n), 0) FROM analytics_daily WHERE day = ${today}::date)
        < ${limits.analyticsKeptPerDay})
    INSERT INTO analytics_daily AS daily (day, name, page, form, depth, n)
    SELECT ${today}::date, name, page, coalesce(form, ''), coalesce(depth, 0), count(*)
    FROM event GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
    ON CONFLICT (day, name, page, form, depth) DO UPDATE SET n = daily.n + excluded.n`.execute(db)
}

function eventRows(events: readonly AnalyticsEvent[]): RawBuilder<unknown> {
  return sql`SELECT * FROM unnest(${events.map((event) => event.name)}::text[],
    ${events.map((event) => event.page)}::text[], ${events.map((event) => event.form ?? null)}::text[],
    ${events.map((event) => event.depth ?? null)}::smallint[]) AS event (name, page, form, depth)`
}
