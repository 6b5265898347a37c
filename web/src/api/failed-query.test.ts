import { expect, test } from 'vitest'
import { ApiError } from './api-error.ts'
import { failedQuery } from './failed-query.ts'

/** What 再試行 does after a query failed so. */
function retryAfter(error: Error): string[] {
  const done: string[] = []
  const query = { error, isFetching: false, refetch: () => done.push('again') }
  failedQuery(query, () => done.push('first page')).onRetry()
  return done
}

test('a page of a cursor that no longer holds is not asked for again: the list starts at its first', () => {
  expect(retryAfter(new ApiError({ code: 'CURSOR_INVALID', title: 'x', status: 400 }))).toEqual([
    'first page',
  ])
  expect(retryAfter(new ApiError({ code: 'INTERNAL', title: 'x', status: 500 }))).toEqual(['again'])
  expect(retryAfter(new TypeError('x'))).toEqual(['again'])
})

test('the number to ask with stands apart from the reason, and is not told twice', () => {
  const error = new ApiError({ code: 'INTERNAL', title: '失敗しました。', status: 500, requestId: 'r-1' })
  expect(failedQuery({ error, isFetching: true, refetch: () => undefined })).toMatchObject({
    children: '失敗しました。',
    requestId: 'r-1',
    retrying: true,
  })
})
