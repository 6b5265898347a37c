import { ApiError } from './api-error.ts'
import { messageOf } from './failure-text.ts'

export interface FailedQuery {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/**
 * A query that failed, as ErrorState tells of it: why, the number to ask with, and how to ask again. `onFirstPage` is
 * that of a list: the page of a cursor that no longer holds can't be had by asking again.
 */
export function failedQuery({ error, isFetching, refetch }: FailedQuery, onFirstPage?: () => unknown) {
  const problem = error instanceof ApiError ? error : undefined
  const again = problem?.code === 'CURSOR_INVALID' && onFirstPage ? onFirstPage : refetch
  return {
    children: messageOf(error),
    requestId: problem?.requestId ?? null,
    onRetry: () => void again(),
    retrying: isFetching,
  }
}
