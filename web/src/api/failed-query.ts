import { ApiError } from './api-error.ts'
import { messageOf } from './failure-text.ts'

export interface FailedQuery {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/**
 * The props of ErrorState for a failed query. Lists pass `onFirstPage`: retrying cannot succeed with an
 * invalid cursor.
 */
export function failedQuery({ error, isFetching, refetch }: FailedQuery, onFirstPage?: () => unknown) {
  const problem = error instanceof ApiError ? error : undefined
  const retry = problem?.code === 'CURSOR_INVALID' && onFirstPage ? onFirstPage : refetch
  return {
    children: messageOf(error),
    requestId: problem?.requestId ?? null,
    onRetry: () => void retry(),
    retrying: isFetching,
  }
}
