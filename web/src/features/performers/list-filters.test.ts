import { expect, test } from 'vitest'
import { filterChips, isFiltered } from './list-filters.ts'

const counts = { total: 1284, pending: 12, approved: 1267, rejected: 5, expiring: 4 }

test('a chip keeps the sort order, drops the page, and replaces the other filter', () => {
  const search = { sort: 'name', cursor: 'c', status: 'pending' } as const
  const chips = filterChips(search, { ...counts, expiring: 1000 }, false)
  expect(chips.map(({ label, count, chosen }) => [label, count, chosen])).toEqual([
    ['すべて', '1,284', false],
    ['審査中', '12', true],
    ['承認済み', '1,267', false],
    ['差し戻し', '5', false],
    ['期限間近', '1,000以上', false],
  ])
  expect(chips[0]?.href).toBe('/performers?sort=name')
  expect(chips[2]?.href).toBe('/performers?sort=name&status=approved')
  expect(chips[4]?.href).toBe('/performers?sort=name&expiring=true')
})

test('the counts of a search stop at the bound', () => {
  const found = { total: 1000, pending: 3, approved: 1000, rejected: 0, expiring: 0 }
  expect(filterChips({}, found, true).map(({ count }) => count)).toEqual([
    '1,000以上',
    '3',
    '1,000以上',
    '0',
    '0',
  ])
})

test('chips without counts have no number', () => {
  expect(filterChips({}, undefined, false).every(({ count }) => count === undefined)).toBe(true)
})

test('the sort order is not a filter', () => {
  expect(isFiltered({ sort: 'name' })).toBe(false)
  expect(isFiltered({ expiring: 'true' })).toBe(true)
})
