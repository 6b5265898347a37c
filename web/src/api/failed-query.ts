import { ApiError } from './api-error.ts'
import { messageOf } from './failure-text.ts'

export interface FailedQuery {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/**
 * The props of ErrorState for a failed query, and whether its record is missing or hidden (D2). Lists pass
 * `onFirstPage`: retrying cannot succeed with an invalid cursor.
 */
export function failedQuery({ error, isFetching, refetch }: FailedQuery, onFirstPage?: () => unknown) {
  const problem = error instanceof ApiError ? error : undefined
  const retry = problem?.code === 'CURSOR_INVALID' && onFirstPage ? onFirstPage : refetch
  return {
    children: messageOf(error),
    requestId: problem?.requestId ?? null,
    missing: problem?.status === 404,
    onRetry: () => void retry(),
    retrying: isFetching,
  }
}
