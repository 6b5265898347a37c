import type { takedownKindIds } from '@kyc/contract/takedown-vocabulary.ts'
import { expect, test } from 'vitest'
import { dueTime } from './due-time.ts'

const due = (kind: (typeof takedownKindIds)[number], receivedAt: string) => {
  const { dueAt, withHolidaysAt } = dueTime(kind, new Date(receivedAt))
  return [dueAt.toISOString(), withHolidaysAt?.toISOString() ?? null]
}

test.each([
  ['cancellation', '2026-04-10T03:04:05Z', '2026-04-11T03:04:05.000Z'],
  ['rescission', '2026-04-10T03:04:05Z', '2026-04-11T03:04:05.000Z'],
  ['termination', '2026-04-10T03:04:05Z', '2026-04-11T03:04:05.000Z'],
  ['injunction', '2026-04-10T03:04:05Z', '2026-04-11T03:04:05.000Z'],
  ['reviewingBody', '2026-04-10T03:04:05Z', '2026-04-11T03:04:05.000Z'],
  ['police', '2026-04-10T03:04:05Z', '2026-04-11T03:04:05.000Z'],
  ['provider', '2026-12-31T14:00:00Z', '2027-01-02T14:00:00.000Z'],
  ['intimateImage', '2026-02-27T00:00:00Z', '2026-03-01T00:00:00.000Z'],
] as const)('%s: the hours run through weekends and holidays', (kind, receivedAt, dueAt) => {
  expect(due(kind, receivedAt)).toEqual([dueAt, null])
})

test.each([
  // A Friday: the seventh weekday is the second Tuesday after it.
  ['2026-06-05T01:00:00Z', '2026-06-16', '2026-06-16'],
  // A Saturday counts like the Friday before it.
  ['2026-06-06T01:00:00Z', '2026-06-16', '2026-06-16'],
  // Late on a Thursday in UTC is a Friday in Japan.
  ['2026-06-04T16:00:00Z', '2026-06-16', '2026-06-16'],
  // Golden week: 29 April, 4, 5 and 6 May are holidays.
  ['2026-04-28T01:00:00Z', '2026-05-07', '2026-05-13'],
  // Three holidays in a row in September, one of them between two others.
  ['2026-09-18T01:00:00Z', '2026-09-29', '2026-10-02'],
  // Over the new year only 1 January is a holiday.
  ['2026-12-28T01:00:00Z', '2027-01-06', '2027-01-07'],
] as const)(
  'a complaint received at %s is due at the end of %s, or of %s if holidays are days off',
  (receivedAt, day, withHolidays) => {
    const end = (each: string) => new Date(Date.parse(`${each}T15:00:00Z`)).toISOString()
    expect(due('card', receivedAt)).toEqual([end(day), end(withHolidays)])
  },
)

test('the earlier meaning of a business day is never later than the one with holidays', () => {
  for (
    let at = Date.parse('2026-01-01T00:00:00Z');
    at < Date.parse('2030-01-01T00:00:00Z');
    at += 86_400_000
  ) {
    const { dueAt, withHolidaysAt } = dueTime('card', new Date(at))
    expect(withHolidaysAt?.getTime()).toBeGreaterThanOrEqual(dueAt.getTime())
  }
})
