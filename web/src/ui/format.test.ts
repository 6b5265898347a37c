import { expect, test } from 'vitest'
import { formatBytes, formatDate, formatDateTime, formatRelative, formatTime, formatTotal } from './format.ts'

test('times are formatted in the time zone of Japan', () => {
  expect(formatDateTime('2026-11-20T05:05:09.000Z')).toBe('2026年11月20日 14:05')
  expect(formatDateTime('2026-11-20T05:05:09.000Z', { seconds: true })).toBe('2026年11月20日 14:05:09')
  expect(formatTime('2026-12-31T15:00:00.000Z')).toBe('00:00')
  expect(formatDate('2026-12-31T15:00:00.000Z')).toBe('2027年1月1日')
})

test('the time zone does not shift a plain day', () => {
  expect(formatDate('2027-05-02')).toBe('2027年5月2日')
})

test('relative times are formatted in the largest unit that fits', () => {
  const now = new Date('2026-11-20T05:05:00.000Z')
  expect(formatRelative('2026-11-20T05:04:40.000Z', now)).toBe('たった今')
  expect(formatRelative('2026-11-20T05:02:00.000Z', now)).toBe('3 分前')
  expect(formatRelative('2026-11-18T05:02:00.000Z', now)).toBe('一昨日')
  expect(formatRelative('2027-01-20T05:02:00.000Z', now)).toBe('2 か月後')
})

test('sizes are formatted in steps of 1024', () => {
  expect([0, 1900, 20971520].map(formatBytes)).toEqual(['0\u00a0B', '2\u00a0KB', '20.0\u00a0MB'])
})

test('a count that stopped at its limit is marked', () => {
  expect(formatTotal({ total: 1284, exact: true }, '名')).toBe('1,284名')
  expect(formatTotal({ total: 1000, exact: false }, '名')).toBe('1,000件以上')
})
