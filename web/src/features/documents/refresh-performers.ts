import type { QueryClient } from '@tanstack/react-query'
import { queryKey } from '../../api/queries.ts'

/** Refetches what is on screen after a change to a performer or its documents. */
export async function refreshPerformers(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: queryKey('performers') }),
    queries.invalidateQueries({ queryKey: queryKey('documents') }),
    queries.invalidateQueries({ queryKey: queryKey('dashboard') }),
    queries.invalidateQueries({ queryKey: queryKey('review') }),
  ])
}
