import { expect, test } from 'vitest'
import { backlogBars } from './backlog.ts'

const queue = (days: string) => `/performers?waiting=true&${days}`

const buckets = [
  { fromDays: 0, toDays: 0, count: 4 },
  { fromDays: 1, toDays: 1, count: 2 },
  { fromDays: 3, toDays: 6, count: 1 },
  { fromDays: 7, toDays: null, count: 0 },
]

test('bars are relative to the longest bar, link to their part of the queue, and are marked from three days and from seven days on', () => {
  expect(backlogBars(buckets, false)).toEqual([
    { label: '当日', href: queue('waitedFrom=0&waitedTo=0'), count: 4, percent: 100, tone: 'main' },
    { label: '1日', href: queue('waitedFrom=1&waitedTo=1'), count: 2, percent: 50, tone: 'main' },
    { label: '3〜6日', href: queue('waitedFrom=3&waitedTo=6'), count: 1, percent: 25, tone: 'warn' },
    { label: '7日以上', href: queue('waitedFrom=7'), count: 0, percent: 0, tone: 'late' },
  ])
})

test('the bars of a reviewer lead to the desk', () => {
  expect(backlogBars(buckets, true).map(({ href }) => href)).toEqual([
    '/review?waitedFrom=0&waitedTo=0',
    '/review?waitedFrom=1&waitedTo=1',
    '/review?waitedFrom=3&waitedTo=6',
    '/review?waitedFrom=7',
  ])
})
