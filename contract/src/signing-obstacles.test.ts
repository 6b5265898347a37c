import { describe, expect, test } from 'vitest'
import { addDays, dayInJapan } from './dates.ts'
import { day, hour } from './durations.ts'
import { earliestShooting } from './law-periods.ts'
import { obstaclesOf, type SigningProgress, signableFrom } from './signing-obstacles.ts'
import { type SigningObstacle, signingObstacles } from './signing-vocabulary.ts'

const now = new Date('2026-11-27T03:00:00Z')
const ready: SigningProgress = {
  talkDone: true,
  sheetReceivedAt: new Date(now.getTime() - day),
  readAt: new Date(now.getTime() - hour),
  openQuestions: 0,
  waitingDays: 1,
  identityKnown: true,
  dateOfBirth: '2000-01-01',
}

/** The progress that causes each obstacle alone. */
const faults: Readonly<Record<SigningObstacle, Partial<SigningProgress>>> = {
  talk: { talkDone: false },
  sheet: { sheetReceivedAt: null },
  read: { readAt: null },
  question: { openQuestions: 1 },
  waiting: { waitingDays: 2 },
  identity: { identityKnown: false },
  dateOfBirth: { dateOfBirth: null },
  underAge: { dateOfBirth: '2008-11-28' },
}

test('nothing stops a signature when every act has taken place', () => {
  expect(obstaclesOf(ready, now)).toEqual([])
})

test.each(signingObstacles)('%s alone stops the signature', (obstacle) => {
  expect(obstaclesOf({ ...ready, ...faults[obstacle] }, now)).toEqual([obstacle])
})

test('all obstacles of a signing are returned, in the order of the page', () => {
  const { sheet: _, dateOfBirth: __, ...others } = faults
  const all = obstaclesOf({ ...ready, ...Object.assign({}, ...Object.values(others)) }, now)
  expect(all).toEqual(['talk', 'read', 'question', 'waiting', 'identity', 'underAge'])
  expect(obstaclesOf({ ...ready, ...faults.sheet, ...faults.dateOfBirth }, now)).toEqual([
    'sheet',
    'dateOfBirth',
  ])
})

describe('the waiting time', () => {
  test.each([
    [0, 0],
    [1, day],
    [30, 30 * day],
  ])('of %i days ends after as many times 24 hours, not a millisecond earlier', (waitingDays, span) => {
    const sheetReceivedAt = new Date('2026-11-01T14:59:59.999Z')
    const end = new Date(sheetReceivedAt.getTime() + span)
    const progress = { ...ready, sheetReceivedAt, waitingDays }
    expect(signableFrom(progress)).toEqual(end)
    expect(obstaclesOf(progress, end)).toEqual([])
    if (span > 0) expect(obstaclesOf(progress, new Date(end.getTime() - 1))).toEqual(['waiting'])
  })

  test('has not begun before the sheet was received', () => {
    expect(signableFrom({ ...ready, sheetReceivedAt: null })).toBeNull()
  })
})

test.each([
  ['2008-11-28', '2026-11-27T14:59:59.999Z', ['underAge']],
  ['2008-11-28', '2026-11-27T15:00:00.000Z', []],
  ['2008-02-29', '2026-02-28T15:00:00.000Z', []],
  ['2008-02-29', '2026-02-27T15:00:00.000Z', ['underAge']],
])('the age is computed for the current day in Japan: born on %s, at %s', (dateOfBirth, at, obstacles) => {
  const received = { ...ready, waitingDays: 0, sheetReceivedAt: new Date(0) }
  expect(obstaclesOf({ ...received, dateOfBirth }, new Date(at))).toEqual(obstacles)
})

/**
 * The day with the same number in the next month, or the last day of that month if it is shorter; computed without the
 * code under test.
 */
function lastDayOfMonth(base: string): string {
  const [year = 0, month = 0, dayOfMonth = 0] = base.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(dayOfMonth, last))).toISOString().slice(0, 10)
}

test('the earliest day of shooting is the first day after a month from the contract, for 10,000 random days', () => {
  const from = Date.parse('2022-06-23T00:00:00Z')
  for (let count = 0; count < 10_000; count++) {
    const sheetAt = new Date(from + Math.floor(Math.random() * 30 * 365 * day))
    const copyAt = new Date(sheetAt.getTime() + Math.floor(Math.random() * 90 * day))
    const [sheet, contract] = [dayInJapan(sheetAt), dayInJapan(copyAt)]
    const first = earliestShooting({ sheet, contract })
    expect(first, `${sheet} ${contract}`).toBe(firstAfterMonth(contract))
    expect(first > addDays(contract, 27)).toBe(true)
  }
})

/**
 * The first day after the month that follows `base`. The month begins on the day after `base`. It ends before the day
 * of the same number in the next month, or with the last day of that month if it has no such number.
 */
function firstAfterMonth(base: string): string {
  const begins = addDays(base, 1)
  const same = lastDayOfMonth(begins)
  return same.slice(8) === begins.slice(8) ? same : addDays(same, 1)
}
