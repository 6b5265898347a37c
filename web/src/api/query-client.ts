import { QueryClient } from '@tanstack/react-query'
import { queryKeys } from './query-keys.ts'

/** Without a connection a call fails and says so; the default would hold it back in silence until there is one. */
const networkMode = 'always'

/**
 * The client itself retries by the rules of D51, and a look at a record is an act that is audited (D38): so nothing
 * is repeated or fetched again behind the user's back.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode },
      mutations: { retry: false, networkMode },
    },
  })
}

/** Drops everything that was fetched for the person who leaves; the settings of the server are nobody's. */
export function forgetRecords(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKeys.config[0] })
  client.getMutationCache().clear()
}
