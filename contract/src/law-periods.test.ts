import { describe, expect, it } from 'vitest'
import { addDays } from './dates.ts'
import { earliestPublication, earliestShooting, freeCancellation } from './law-periods.ts'

const shooting = (received: string) => earliestShooting({ contract: received, sheet: received })
const lastDay = (contractedOn: string, publishedOn: string | null, offeredOn: string | null = null) => {
  const found = freeCancellation({ offeredOn, contractedOn, publishedOn })
  return found.kind === 'until' ? found.day : found.kind
}

it.each([
  ['2026-04-10', '2026-05-11'],
  ['2026-01-31', '2026-03-01'],
  ['2026-01-30', '2026-03-01'],
  ['2026-12-31', '2027-02-01'],
  ['2026-02-28', '2026-04-01'],
  ['2026-08-30', '2026-10-01'],
])('an appearance whose papers were received on %s may be shot from %s', (received, day) => {
  expect(shooting(received)).toBe(day)
})

it('the first day of shooting follows from the later receipt of contract and explanation sheet', () => {
  expect(earliestShooting({ contract: '2026-04-10', sheet: '2026-03-01' })).toBe('2026-05-11')
  expect(earliestShooting({ contract: '2026-03-01', sheet: '2026-04-10' })).toBe('2026-05-11')
})

it.each([
  ['2026-10-31', '2027-03-01'],
  ['2026-10-28', '2027-03-01'],
  ['2027-10-28', '2028-02-29'],
])('a work that was shot until %s may be published from %s', (ended, day) => {
  expect(earliestPublication(ended)).toBe(day)
})

describe('free cancellation', () => {
  it.each([
    ['2022-06-22', '2024-01-10', 'none', 'the contract was made before the act'],
    ['2022-06-23', '2024-01-10', '2026-01-10', 'it has two years'],
    ['2024-06-22', '2025-03-31', '2027-03-31', 'it has two years'],
    ['2024-06-23', '2025-01-15', '2026-12-22', 'it lasts at least until 2026-12-22'],
    ['2025-06-22', '2026-03-01', '2027-03-01', 'it has a year, which is longer'],
    ['2025-06-23', '2025-12-01', '2026-12-01', 'it has a year'],
    ['2025-06-23', '2024-02-29', '2025-02-28', 'it has a year, which ends on 28 February'],
  ])('of a contract of %s, published on %s, has the end %s: %s', (contracted, published, expected) => {
    expect(lastDay(contracted, published)).toBe(expected)
  })

  it('follows from the day of the offer, even if a day of the transition is between offer and contract', () => {
    expect(lastDay('2024-06-25', '2025-01-15', '2024-06-20')).toBe('2027-01-15')
    expect(lastDay('2025-06-25', '2025-12-01', '2025-06-20')).toBe('2026-12-22')
  })

  it('has no end before the publication, and does not exist for contracts from before the act', () => {
    expect(lastDay('2026-06-01', null)).toBe('open')
    expect(lastDay('2022-06-22', null)).toBe('none')
  })
})

describe('for every day of twelve years, counted in a calendar', () => {
  const calendar: string[] = []
  for (let day = '2022-06-01'; day < '2037-01-01'; day = addDays(day, 1)) calendar.push(day)
  const bases = calendar.filter((day) => day < '2034-06-01')
  const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

  /**
   * Walks from the day after the base with this index to the first day on which `months` have passed: the day with the
   * same number, or the 1st of the next month if the month has no such day.
   */
  function walked(base: number, months: number): string {
    let at = base + 1
    const [month, number] = [monthOf(calendar[at]!), calendar[at]!.slice(8)]
    const isWithin = (day: string) => {
      const passed = monthOf(day) - month
      return passed < months || (passed === months && day.slice(8) < number)
    }
    while (isWithin(calendar[at]!)) at++
    return calendar[at]!
  }

  it('a month passes before the shooting', () => {
    expect(bases.map(shooting)).toEqual(bases.map((_, base) => walked(base, 1)))
  })

  it('four months pass before the publication', () => {
    expect(bases.map(earliestPublication)).toEqual(bases.map((_, base) => walked(base, 4)))
  })

  it('a year, or two years for the first contracts, passes before the free cancellation ends', () => {
    const ends = (contracted: string) => bases.map((day) => lastDay(contracted, day))
    expect(ends('2026-01-01')).toEqual(bases.map((_, base) => addDays(walked(base, 12), -1)))
    expect(ends('2023-01-01')).toEqual(bases.map((_, base) => addDays(walked(base, 24), -1)))
    const floor = (day: string) => (day > '2026-12-22' ? day : '2026-12-22')
    expect(ends('2025-01-01')).toEqual(bases.map((_, base) => floor(addDays(walked(base, 12), -1))))
  })
})
