import { type AnalyticsEvent, registrationForm } from '@kyc/contract/analytics.ts'
import { limits } from '@kyc/contract/limits.ts'
import { recordEvents } from '../features/analytics/record-events.ts'
import type { Services } from '../services.ts'
import { demoStories } from './stories.ts'
import { type DemoTime, momentOf, on } from './times.ts'

/** One visit of the registration form and its outcome. */
interface FormVisit {
  readonly at: DemoTime
  readonly end: 'opened' | 'abandoned' | 'completed'
}

export const formVisits: readonly FormVisit[] = [
  ...demoStories.map(({ registered }): FormVisit => ({ at: registered, end: 'completed' })),
  { at: on(26, '11:12'), end: 'abandoned' },
  { at: on(19, '15:37'), end: 'abandoned' },
  { at: on(16, '10:04'), end: 'opened' },
  { at: on(13, '17:20'), end: 'abandoned' },
  { at: on(9, '13:41'), end: 'abandoned' },
  { at: on(7, '09:52'), end: 'opened' },
  { at: on(5, '16:08'), end: 'abandoned' },
  { at: on(3, '11:33'), end: 'opened' },
  { at: on(2, '14:26'), end: 'abandoned' },
  { at: on(1, '10:49'), end: 'opened' },
  { at: on(1, '16:15'), end: 'abandoned' },
]

/** Records one completed visit of the registration form per registration, and the abandoned ones (D44). */
export async function recordVisits(
  past: { readonly services: Services; moveTo(time: DemoTime): void },
  firstStart: Date,
): Promise<void> {
  const { page, form } = registrationForm
  const opened: AnalyticsEvent = { name: 'page_view', page }
  const started: AnalyticsEvent = { name: 'form_start', page, form }
  const ends = {
    opened: [opened],
    abandoned: [opened, started, { name: 'form_abandon', page, form } satisfies AnalyticsEvent],
    completed: [opened, started, { name: 'form_complete', page, form } satisfies AnalyticsEvent],
  }
  for (const { at, end } of formVisits) {
    // Skipped: the product would already have deleted events of this age.
    if (firstStart.getTime() - momentOf(at, firstStart).getTime() > limits.analyticsKept) continue
    past.moveTo(at)
    await recordEvents(past.services, ends[end])
  }
}
