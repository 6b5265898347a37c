import { zeroStats } from '@kyc/contract/dashboard.ts'
import { expect, test } from 'vitest'
import { ApiError, networkFailure } from '../../api/api-error.ts'
import { shownStats } from './use-dashboard.ts'

const refused = (status: number) => new ApiError({ code: 'ANY', title: 'x', status })

test.each([401, 403, 500])('without numbers, a %i shows zeros (spec §8)', (status) => {
  expect(shownStats(undefined, refused(status))).toEqual(zeroStats)
})

test('no other failure shows zeros, and numbers that are there stay', () => {
  for (const error of [null, networkFailure(null), refused(404), refused(502)]) {
    expect(shownStats(undefined, error)).toBeUndefined()
  }
  const stats = { ...zeroStats, totalPerformers: 3 }
  expect(shownStats(stats, refused(500))).toBe(stats)
})
