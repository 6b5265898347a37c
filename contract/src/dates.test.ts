import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addDays,
  addYears,
  ageOn,
  clockInJapan,
  dateTimeInWords,
  dayInJapan,
  daysBetween,
  isDay,
  startOfDayInJapan,
} from './dates.ts'
import { day as dayMs } from './durations.ts'

/** Years of births and document dates, with a margin. */
const day = fc
  .date({ min: new Date('1800-01-01T00:00:00Z'), max: new Date('2200-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

it.each([
  ['2026-05-19T14:59:59.999Z', '2026-05-19'],
  ['2026-05-19T15:00:00.000Z', '2026-05-20'],
  ['2025-12-31T15:00:00.000Z', '2026-01-01'],
])('at %s it is %s in Japan', (instant, expected) => {
  expect(dayInJapan(new Date(instant))).toBe(expected)
})

it('a day in Japan begins exactly at its first instant', () => {
  const property = fc.property(day, (each) => {
    const start = startOfDayInJapan(each)
    expect(dayInJapan(start)).toBe(each)
    expect(dayInJapan(new Date(start.getTime() - 1))).toBe(addDays(each, -1))
    expect(startOfDayInJapan(addDays(each, 1)).getTime() - start.getTime()).toBe(dayMs)
  })
  fc.assert(property, { seed: 1 })
})

it('clockInJapan writes times of the time zone Asia/Tokyo', () => {
  const tokyo = new Intl.DateTimeFormat('sv', {
    timeZone: 'Asia/Tokyo',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const since1952 = fc.date({ min: new Date('1952-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  const property = fc.property(since1952, (instant) => {
    const expected = tokyo.format(instant)
    expect(clockInJapan(instant)).toBe(expected)
  })
  fc.assert(property, { seed: 1 })
})

it('an instant as text includes seconds only on request', () => {
  expect(dateTimeInWords('2026-11-20T05:05:09.000Z')).toBe('2026年11月20日 14:05')
  expect(dateTimeInWords('2026-11-20T05:05:09.000Z', { seconds: true })).toBe('2026年11月20日 14:05:09')
})

it.each([
  ['2026-05-21', 7, '2033-05-21'],
  ['2024-02-29', 4, '2028-02-29'],
  ['2024-02-29', 7, '2031-03-01'],
])('%s plus %i years is %s', (day, years, later) => {
  expect(addYears(day, years)).toBe(later)
})

it('addDays adds and subtracts days', () => {
  const amount = fc.integer({ min: -40_000, max: 40_000 })
  const property = fc.property(day, amount, (each, days) => {
    const moved = addDays(each, days)
    expect(isDay(moved)).toBe(true)
    expect(addDays(moved, -days)).toBe(each)
    expect(daysBetween(each, moved)).toBe(days)
    expect(addDays(addDays(each, days), 1)).toBe(addDays(each, days + 1))
    expect(Math.sign(days)).toBe(moved > each ? 1 : moved < each ? -1 : 0)
  })
  fc.assert(property, { seed: 1 })
})

it.each(['2024-02-29', '2000-02-29', '2026-12-31', '0001-01-01', '9999-12-31'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true)
})

it.each([
  ...['2026-02-30', '2025-02-29', '1900-02-29', '2026-13-01', '2026-00-10', '2026-01-00', '0000-01-01'],
  ...['2026-1-1', '26-01-01', '+012026-01-01', '2026-01-01T00:00:00Z', ' 2026-01-01', '2026-01-01\n'],
  ...['２０２６-01-01', '2026/01/01', '', 'today', '-001-01-01'],
])('%j is not a day', (text) => {
  expect(isDay(text)).toBe(false)
})

it('isDay accepts only days that exist in the calendar', () => {
  const digits = fc.tuple(fc.nat(9999), fc.nat(99), fc.nat(99)).map(([year, month, date]) => {
    const padded = [
      String(year).padStart(4, '0'),
      String(month).padStart(2, '0'),
      String(date).padStart(2, '0'),
    ]
    return padded.join('-')
  })
  const property = fc.property(digits, (text) => {
    const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
    const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
    const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    expect(isDay(text)).toBe(year > 0 && date >= 1 && date <= (lengths[month - 1] ?? 0))
  })
  fc.assert(property, { seed: 1, numRuns: 5000 })
})

it.each([
  ['2008-05-20', '2026-05-19', 17],
  ['2008-05-20', '2026-05-20', 18],
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2008-02-29', '2028-02-28', 19],
  ['2008-02-29', '2028-02-29', 20],
  ['2026-05-20', '2026-05-20', 0],
])('a person born on %s has on %s the age of %i (D53)', (born, on, age) => {
  expect(ageOn(born, on)).toBe(age)
})

it('age increases by one a year, on the birthday only', () => {
  const property = fc.property(day, fc.integer({ min: 0, max: 120 }), (born, years) => {
    const year = String(Number(born.slice(0, 4)) + years).padStart(4, '0')
    const same = `${year}${born.slice(4)}`
    const birthday = isDay(same) ? same : `${year}-03-01`
    expect(ageOn(born, birthday)).toBe(years)
    expect(ageOn(born, addDays(birthday, -1))).toBe(years - 1)
  })
  fc.assert(property, { seed: 1 })
})
