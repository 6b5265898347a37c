import { zeroStats } from '@kyc/contract/dashboard.ts'
import { expect, test } from 'vitest'
import { ApiError, networkFailure } from '../../api/api-error.ts'
import { shownStats } from './use-dashboard.ts'

const failure = (status: number) => new ApiError({ code: 'ANY', title: 'x', status })

test.each([401, 403, 500])('a first load that fails with status %i shows zeros (spec §8)', (status) => {
  expect(shownStats(undefined, failure(status))).toEqual(zeroStats)
})

test('other failures show no zeros, and a failure after an earlier load keeps the loaded numbers', () => {
  for (const error of [null, networkFailure(null), failure(404), failure(502)]) {
    expect(shownStats(undefined, error)).toBeUndefined()
  }
  const stats = { ...zeroStats, totalPerformers: 3 }
  expect(shownStats(stats, failure(500))).toBe(stats)
})
