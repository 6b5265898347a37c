import { expect, test } from 'vitest'
import { defaultSort, filterChips, isFiltered, offeredSorts } from './list-filters.ts'

const counts = { total: 1284, pending: 12, approved: 1267, rejected: 5, waiting: 13, expiring: 4 }

test('a chip keeps the sort order, drops the page, and replaces the other filter', () => {
  const chips = filterChips(
    { sort: 'name', cursor: 'c', status: 'pending' },
    { ...counts, expiring: 1000 },
    false,
  )
  expect(chips.map(({ label, count, chosen }) => [label, count, chosen])).toEqual([
    ['すべて', '1,284', false],
    ['審査中', '12', true],
    ['承認済み', '1,267', false],
    ['差し戻し', '5', false],
    ['期限間近', '1,000以上', false],
  ])
  expect(chips[0]?.search).toEqual({ sort: 'name' })
  expect(chips[2]?.search).toEqual({ sort: 'name', status: 'approved' })
  expect(chips[4]?.search).toEqual({ sort: 'name', expiring: 'true' })
})

test('chips without counts have no number', () => {
  expect(filterChips({}, undefined, true).every(({ count }) => count === undefined)).toBe(true)
})

test('the sort order is not a filter', () => {
  expect(isFiltered({ sort: 'name' })).toBe(false)
  expect(isFiltered({ expiring: 'true' })).toBe(true)
})

test('admins filter by waiting; the order of the queue ends with the filter', () => {
  const chips = filterChips({ waiting: 'true', sort: 'waiting' }, counts, true)
  expect(chips.map(({ label }) => label)).toEqual([
    'すべて',
    '審査待ち',
    '審査中',
    '承認済み',
    '差し戻し',
    '期限間近',
  ])
  expect(chips[1]).toEqual({ label: '審査待ち', search: { waiting: 'true' }, chosen: true, count: '13' })
  expect(chips.map(({ search }) => search.sort)).toEqual(chips.map(() => undefined))
})

test('the queue starts with the oldest, and only the queue offers that order', () => {
  expect(defaultSort({ waiting: 'true' })).toBe('waiting')
  expect(defaultSort({})).toBe('-createdAt')
  expect(offeredSorts({ waiting: 'true' }).map(({ label }) => label)).toContain('待ちが長い順')
  expect(offeredSorts({}).map(({ value }) => value)).not.toContain('waiting')
})
