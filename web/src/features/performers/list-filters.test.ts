import { expect, test } from 'vitest'
import { defaultSort, filterChips, isFiltered, offeredSorts } from './list-filters.ts'

const counts = { total: 1000, pending: 612, approved: 867, rejected: 5, draft: 8, waiting: 13, expiring: 4 }
const user = { readsAll: false }
const admin = { readsAll: true }

test('a chip keeps the sort order, drops the page, and replaces the other filter', () => {
  const search = { sort: 'name', cursor: 'c', status: 'pending' } as const
  const chips = filterChips(search, { ...counts, expiring: 1000 }, user)
  expect(chips.map(({ label, count, chosen }) => [label, count, chosen])).toEqual([
    ['すべて', '1,000以上', false],
    ['審査中', '612', true],
    ['承認済み', '867', false],
    ['差し戻し', '5', false],
    ['下書き', '8', false],
    ['期限間近', '1,000以上', false],
  ])
  expect(chips[0]?.href).toBe('/performers?sort=name')
  expect(chips[2]?.href).toBe('/performers?sort=name&status=approved')
  expect(chips[5]?.href).toBe('/performers?sort=name&expiring=true')
})

test('chips without counts have no number', () => {
  expect(filterChips({}, undefined, admin).every(({ count }) => count === undefined)).toBe(true)
})

test('the sort order is not a filter', () => {
  expect(isFiltered({ sort: 'name' })).toBe(false)
  expect(isFiltered({ expiring: 'true' })).toBe(true)
})

test('the part of the queue that a bar of the dashboard links to has a chip of its own', () => {
  const search = { waiting: 'true', waitedFrom: '3', waitedTo: '6' } as const
  const chips = filterChips(search, counts, admin)
  expect(chips.filter(({ chosen }) => chosen).map(({ label }) => label)).toEqual(['未審査の書類あり：3〜6日'])
  expect(chips.find(({ label }) => label === '未審査の書類あり')?.href).toBe('/performers?waiting=true')
  expect(
    filterChips({ waiting: 'true', waitedFrom: '7' }, counts, admin).map(({ label }) => label),
  ).toContain('未審査の書類あり：7日以上')
})

test('admins can filter by waiting, and the other chips drop the order of the queue', () => {
  const chips = filterChips({ waiting: 'true', sort: 'waiting' }, counts, admin)
  expect(chips.map(({ label }) => label)).toEqual([
    'すべて',
    '未審査の書類あり',
    '審査中',
    '承認済み',
    '差し戻し',
    '下書き',
    '期限間近',
  ])
  expect(chips[1]).toEqual({
    label: '未審査の書類あり',
    href: '/performers?waiting=true',
    chosen: true,
    count: '13',
  })
  expect(chips.filter(({ href }) => href.includes('sort='))).toEqual([])
})

test('the queue starts with the oldest, and only the queue offers that order', () => {
  expect(defaultSort({ waiting: 'true' })).toBe('waiting')
  expect(defaultSort({})).toBe('-updatedAt')
  expect(offeredSorts({ waiting: 'true' }).map(({ label }) => label)).toContain('待ちが長い順')
  expect(offeredSorts({}).map(({ value }) => value)).not.toContain('waiting')
})
