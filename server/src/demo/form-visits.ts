import { type AnalyticsEvent, registrationForm } from '@kyc/contract/analytics.ts'
import { limits } from '@kyc/contract/limits.ts'
import { recordEvents } from '../features/analytics/record-events.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Services } from '../services.ts'
import { markOnce } from './installation.ts'
import { type DemoTime, demoStories } from './stories.ts'
import { momentOf, type StoryClock } from './times.ts'

/** A look at the registration form that came to nothing: at once, or after the first words were typed. */
export interface LeftForm {
  readonly at: DemoTime
  readonly begun: boolean
}

const left = (daysAgo: number, clock: string, begun: boolean): LeftForm => ({ at: { daysAgo, clock }, begun })

export const formsLeft: readonly LeftForm[] = [
  left(26, '11:12', true),
  left(19, '15:37', true),
  left(16, '10:04', false),
  left(13, '17:20', true),
  left(9, '13:41', true),
  left(7, '09:52', false),
  left(5, '16:08', true),
  left(3, '11:33', false),
  left(2, '14:26', true),
  left(1, '10:49', false),
  left(1, '16:15', true),
]

const { page, form } = registrationForm
const opened: AnalyticsEvent = { name: 'page_view', page }
const started: AnalyticsEvent = { name: 'form_start', page, form }
const completed: AnalyticsEvent = { name: 'form_complete', page, form }
const abandoned: AnalyticsEvent = { name: 'form_abandon', page, form }

/**
 * Counts how far people came in the registration form (D44): one visit for each registration of the stories, and those
 * that were left. Nobody can tell by the counts what an interrupted start has done already, so that a mark goes with them.
 */
export function countFormVisits(services: Services, clock: StoryClock, firstStart: Date): Promise<void> {
  const visits = [
    ...demoStories.map(({ registered }) => ({ at: registered, events: [opened, started, completed] })),
    ...formsLeft.map(({ at, begun }) => ({ at, events: begun ? [opened, started, abandoned] : [opened] })),
  ]
  return inTransaction(services.db, async (tx) => {
    if (!(await markOnce(tx, 'demo.form-visits'))) return
    for (const { at, events } of visits) {
      clock.moveTo(momentOf(at, firstStart))
      // What is older is not kept in the product either.
      if (firstStart.getTime() - clock.now().getTime() > limits.analyticsKept) continue
      await recordEvents({ ...services, db: tx }, events)
    }
  })
}
