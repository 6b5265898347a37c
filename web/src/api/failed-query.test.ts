import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { failedQuery } from './failed-query.ts'

/** The calls that 再試行 makes after `error`. */
function retryAfter(error: Error): string[] {
  const calls: string[] = []
  const query = { error, isFetching: false, refetch: () => calls.push('refetch') }
  failedQuery(query, () => calls.push('first page')).onRetry()
  return calls
}

test('after an invalid cursor, the retry opens the first page', () => {
  expect(retryAfter(new ApiError({ code: 'CURSOR_INVALID', title: 'x', status: 400 }))).toEqual([
    'first page',
  ])
  expect(retryAfter(new ApiError({ code: 'INTERNAL', title: 'x', status: 500 }))).toEqual(['refetch'])
  expect(retryAfter(new TypeError('x'))).toEqual(['refetch'])
})

test('the request id of a failed query is separate from the message', () => {
  const error = new ApiError({ code: 'INTERNAL', title: '失敗しました。', status: 500, requestId: 'r-1' })
  expect(failedQuery({ error, isFetching: true, refetch: () => undefined })).toMatchObject({
    children: '失敗しました。',
    requestId: 'r-1',
    retrying: true,
  })
})
