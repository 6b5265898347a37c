import type { ReviewCase } from '@kyc/contract/review.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryKey } from '../../../api/queries.ts'
import { neighbour, remainingText, removeFromQueue, waitedText } from './queue.ts'
import { ageOf, countChips, isNarrowed, withAge } from './queue-filters.ts'

const waiting = (id: string, by?: string) =>
  ({ id, claim: by ? { by, mine: by === 'me', until: '' } : null }) as ReviewCase // the fields that are used
const queue = [waiting('a'), waiting('b', 'other'), waiting('c', 'me'), waiting('d')]

test('moving to the next or previous case skips those of other accounts, and continues at the other end of the queue', () => {
  expect(neighbour(queue, 'a', 1)).toBe('c')
  expect(neighbour(queue, 'd', 1)).toBe('a')
  expect(neighbour(queue, 'c', -1)).toBe('a')
  expect(neighbour(queue, 'a', -1)).toBe('d')
})

test('a case that is not in the queue is followed by the first one; the only case has no neighbour', () => {
  expect(neighbour(queue, undefined, 1)).toBe('a')
  expect(neighbour(queue, 'x', 1)).toBe('a')
  expect(neighbour([waiting('a'), waiting('b', 'other')], 'a', 1)).toBeUndefined()
})

test('a decided case leaves every page of the queue at once, and the reply of an earlier fetch does not restore it', async () => {
  const queries = new QueryClient()
  const key = [...queryKey('review.cases'), {}, { mine: 'true' }]
  queries.setQueryData(key, { items: queue, next: null, total: 4, exact: true })
  let answer = (_: unknown) => {}
  const before = queries.fetchQuery({ queryKey: key, queryFn: () => new Promise((done) => (answer = done)) })
  await removeFromQueue(queries, 'a')
  answer({ items: queue, next: null, total: 4, exact: true })
  await before.catch(() => {})
  expect(queries.getQueryData(key)).toMatchObject({ items: [{ id: 'b' }, { id: 'c' }, { id: 'd' }] })
})

test('waiting times are due from 3 days on and late from 7', () => {
  const now = new Date('2026-11-20T05:05:00Z')
  expect(waitedText('2026-11-20T04:30:00Z', now)).toEqual({ text: '1時間未満', lateness: 'fresh' })
  expect(waitedText('2026-11-20T02:00:00Z', now)).toEqual({ text: '3時間', lateness: 'fresh' })
  expect(waitedText('2026-11-18T05:00:00Z', now)).toEqual({ text: '2日', lateness: 'fresh' })
  expect(waitedText('2026-11-17T05:00:00Z', now)).toEqual({ text: '3日', lateness: 'due' })
  expect(waitedText('2026-11-12T05:00:00Z', now)).toEqual({ text: '8日', lateness: 'late' })
  expect(remainingText('2026-11-20T05:19:20Z', now.getTime())).toBe('14:20')
  expect(remainingText('2026-11-20T05:00:00Z', now.getTime())).toBe('0:00')
})

const counts = {
  waiting: 12,
  underThreeDays: 7,
  threeToSixDays: 3,
  sevenDaysOrMore: 2,
  resubmitted: 4,
  mine: 1,
  claimedByOthers: 1,
  closed: 0,
}

test('each number of the queue filters the queue from its first page on, and a second press ends the filter', () => {
  const chips = countChips({ waitedFrom: '7', cursor: 'c' }, counts)
  expect(chips.map(({ label, count, chosen }) => [label, count, chosen])).toEqual([
    ['3日未満', '7', false],
    ['3〜6日', '3', false],
    ['7日以上', '2', true],
    ['再提出', '4', false],
    ['自分', '1', false],
  ])
  expect(chips.map(({ href }) => href)).toEqual([
    '/review?waitedTo=2',
    '/review?waitedFrom=3&waitedTo=6',
    '/review',
    '/review?waitedFrom=7&resubmitted=true',
    '/review?waitedFrom=7&mine=true',
  ])
})

test('an age of the filter is a range of days, and any other range matches none of the ages', () => {
  expect(ageOf(withAge({ mine: 'true' }, 'threeToSixDays'))).toBe('threeToSixDays')
  expect(ageOf({ waitedFrom: '4' })).toBeUndefined()
  expect([isNarrowed({ organisation: 'o1' }), isNarrowed({ waitedFrom: '4' })]).toEqual([false, true])
})
