import { problems } from '@kyc/contract/problems.ts'
import { expect, test } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { exportFailure } from './use-file-export.ts'

const failed = 'レポートのエクスポートに失敗しました'

test('a concurrent export shows why it was rejected', () => {
  const { title, status } = problems.EXPORT_IN_PROGRESS
  expect(exportFailure(failed, new ApiError({ code: 'EXPORT_IN_PROGRESS', title, status }))).toBe(
    `${failed}。${title}`,
  )
})

test('a rate-limited export shows when to retry', () => {
  const rateLimited = new ApiError({ code: 'RATE_LIMITED', title: 'x', status: 429, retryAfter: 601 })
  expect(exportFailure(failed, rateLimited)).toContain('1時間に5回までです。約11分後に')
})

test('an interrupted download shows the general failure', () => {
  expect(exportFailure(failed, new ApiError({ code: 'NETWORK', title: 'x' }))).toBe(failed)
  expect(exportFailure(failed, new TypeError('network error'))).toBe(failed)
})
