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

/** What each obstacle needs, alone. */
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

test('all obstacles are named, in their order', () => {
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
  ])('of %i days ends with the same time of that day, and not a millisecond before', (waitingDays, span) => {
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
])('the age is that of the day in Japan: born on %s, at %s', (dateOfBirth, at, obstacles) => {
  const received = { ...ready, waitingDays: 0, sheetReceivedAt: new Date(0) }
  expect(obstaclesOf({ ...received, dateOfBirth }, new Date(at))).toEqual(obstacles)
})

/** The day of the same number a month later, or the last day of the next month; computed without the code under test. */
function lastDayOfMonth(base: string): string {
  const [year = 0, month = 0, dayOfMonth = 0] = base.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month, Math.min(dayOfMonth, last))).toISOString().slice(0, 10)
}

test('the earliest day of shooting after the acts of a signing is the day after a month, for 10,000 random days', () => {
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

/** A month whose last day would be that of the base: from the next day on until the day before its number a month later. */
function firstAfterMonth(base: string): string {
  const begins = addDays(base, 1)
  const same = lastDayOfMonth(begins)
  return same.slice(8) === begins.slice(8) ? same : addDays(same, 1)
}
