import { QueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'

/** Offline calls fail at once; the default would pause them without a message. */
const networkMode = 'always'

/**
 * Never retries or refetches automatically: ApiClient retries by the rules of D51, and each view of a record
 * is audited (D38).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode },
      mutations: { retry: false, networkMode },
    },
  })
}

/** Removes everything that was fetched for the account; the server configuration belongs to no account. */
export function clearRecords(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKeys.config[0] })
  client.getMutationCache().clear()
}
