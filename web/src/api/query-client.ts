import { QueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'

/**
 * The client itself retries by the rules of D51, and a look at a record is an act that is audited (D38): so nothing
 * is repeated or fetched again behind the user's back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  })
}

/** Drops everything that was fetched for the person who leaves; the settings of the server are nobody's. */
export function forgetRecords(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKeys.config[0] })
  client.getMutationCache().clear()
}
