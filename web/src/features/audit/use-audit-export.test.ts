import { problems } from '@kyc/contract/problems.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { exportFailure } from './use-audit-export.ts'

const failed = 'レポートのエクスポートに失敗しました'

test('a second export at the same time is told why it was refused', () => {
  const { title, status } = problems.EXPORT_IN_PROGRESS
  expect(exportFailure(new ApiError({ code: 'EXPORT_IN_PROGRESS', title, status }))).toBe(
    `${failed}。${title}`,
  )
})

test('one too many is told how long to wait', () => {
  const refused = new ApiError({ code: 'RATE_LIMITED', title: 'x', status: 429, retryAfter: 601 })
  expect(exportFailure(refused)).toContain('1時間に5回までです。約11分後に')
})

test('a file that broke off is a failure like any other', () => {
  expect(exportFailure(new ApiError({ code: 'NETWORK', title: 'x' }))).toBe(failed)
  expect(exportFailure(new TypeError('network error'))).toBe(failed)
})
