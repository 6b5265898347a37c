import { second } from '@kyc/contract/durations.ts'
import type { QueryIn } from '@kyc/contract/endpoint.ts'
import { listPacks, type Pack } from '@kyc/contract/packs.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { pageQuery, queryKey } from '../../api/queries.ts'

const progressEvery = 3 * second

/** A page of packs. It is fetched again while a pack is being made, since the progress has no live update. */
export function usePacks(query: QueryIn<typeof listPacks>) {
  return useQuery({
    ...pageQuery(listPacks, { query }),
    refetchInterval: ({ state }) =>
      state.data?.items.some((pack: Pack) => pack.state === 'waiting') ? progressEvery : false,
  })
}

export function refreshPacks(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: queryKey('packs') })
}
