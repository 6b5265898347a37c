import { expect, test } from 'vitest'
import { durationText, weekLabel } from './chart-text.ts'

test.each([
  [0, '0分'],
  [59, '59分'],
  [60, '1時間'],
  [340, '5時間40分'],
  [1439, '23時間59分'],
  [1440, '1日'],
  [6000, '4.2日'],
])('%i minutes are %s', (minutes, text) => {
  expect(durationText(minutes)).toBe(text)
})

test('the first week of a month shows the month, unless the next week begins in another month', () => {
  const mondays = ['2026-05-25', '2026-06-01', '2026-06-08', '2026-06-29', '2026-07-06']
  expect(mondays.map((_, index) => weekLabel(mondays, index))).toEqual(['', '6月', '', '', '7月'])
})
