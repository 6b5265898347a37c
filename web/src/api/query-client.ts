import { onlineManager, type Query, QueryClient, QueryObserver } from '@tanstack/react-query'
import { asLive } from './call.ts'

/** Offline calls fail at once; the default would pause them without a message. */
const networkMode = 'always'

/**
 * Never retries: ApiClient retries by the rules of D51. When the connection is back, refetches what failed on
 * screen.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, networkMode },
      mutations: { retry: false, networkMode },
    },
  })
  // Marked as live: a connection that comes and goes must not extend the session.
  onlineManager.subscribe((online) => {
    if (online) asLive(() => void refetchFailed(client))
  })
  return client
}

/**
 * Refetches the failed queries on screen. The bytes of documents are static and wait for the retry button:
 * fetching them is an audited view (D38).
 */
export function refetchFailed(client: QueryClient): Promise<void> {
  return client.refetchQueries({
    type: 'active',
    predicate: ({ state, observers }) =>
      state.status === 'error' &&
      state.fetchStatus === 'idle' &&
      observers.every(({ options }) => options.staleTime !== 'static'),
  })
}

/**
 * Removes everything that was fetched for the account; the server configuration belongs to no account. If the page is
 * `covered`, what it shows stays until the returned function is called: without it, the page would show that it loads, in
 * place of its input (D72). The bytes of documents do not stay.
 */
export function clearRecords(client: QueryClient, covered = false): () => void {
  const kept = covered ? client.getQueryCache().findAll({ type: 'active', predicate: isShown }) : []
  const holds = kept.map(({ queryKey, options }) => {
    void client.cancelQueries({ queryKey, exact: true })
    void client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
    // A hidden page observes nothing, and what is not observed is removed after five minutes.
    return new QueryObserver(client, { ...options, queryKey, enabled: false }).subscribe(() => {})
  })
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== 'system' && !kept.includes(query) })
  client.getMutationCache().clear()
  return () => {
    for (const release of holds) release()
  }
}

function isShown({ queryKey, state, observers }: Query): boolean {
  return (
    queryKey[0] !== 'system' &&
    state.data !== undefined &&
    observers.every(({ options }) => options.staleTime !== 'static')
  )
}
