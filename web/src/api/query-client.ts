import { QueryClient } from '@tanstack/react-query'

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
