import { demoStories } from './stories.ts'
import { type DemoTime, on } from './times.ts'

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
