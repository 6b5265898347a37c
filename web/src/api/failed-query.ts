import { ApiError } from './api-error.ts'
import { messageOf } from './failure-text.ts'

export interface FailedQuery {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/**
 * Whether the record of a query is missing, or hidden from the account by now: what was fetched before may not stay on
 * screen (D2, D17). After any other failure it stays.
 */
export function isGone({ error }: Pick<FailedQuery, 'error'>): boolean {
  return error instanceof ApiError && error.status === 404
}

/**
 * The props of ErrorState for a failed query, and whether its record is missing or hidden. Lists pass
 * `onFirstPage`: retrying cannot succeed with an invalid cursor.
 */
export function failedQuery({ error, isFetching, refetch }: FailedQuery, onFirstPage?: () => unknown) {
  const problem = error instanceof ApiError ? error : undefined
  const retry = problem?.code === 'CURSOR_INVALID' && onFirstPage ? onFirstPage : refetch
  return {
    children: messageOf(error),
    requestId: problem?.requestId ?? null,
    missing: isGone({ error }),
    onRetry: () => void retry(),
    retrying: isFetching,
  }
}
