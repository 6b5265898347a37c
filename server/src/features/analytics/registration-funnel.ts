import { type analyticsFunnel, registrationForm } from '@kyc/contract/analytics.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import type { ReplyIn } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { AnalyticsServices } from './record-events.ts'

/** The steps of the registration form with their numbers of events, from the daily counts. */
export async function registrationFunnel({
  db,
  clock,
  config,
}: AnalyticsServices): Promise<ReplyIn<typeof analyticsFunnel>> {
  const today = dayInJapan(clock.now())
  const rows = await db
    .selectFrom('analytics_daily')
    .select(['name', (e) => e.fn.sum<string>('n').as('n')])
    .where('day', '>', addDays(today, -limits.funnelDays))
    .where('day', '<=', today)
    .where((e) =>
      e.or([
        e.and([e('name', '=', 'page_view'), e('page', 'in', registrationForm.addresses)]),
        e('form', '=', registrationForm.form),
      ]),
    )
    .groupBy('name')
    .execute()
  const count = (name: string) => Number(rows.find((row) => row.name === name)?.n ?? 0)
  return {
    days: limits.funnelDays,
    counting: config.analytics,
    opened: count('page_view'),
    started: count('form_start'),
    completed: count('form_complete'),
    abandoned: count('form_abandon'),
  }
}
