import type { QueryIn } from '@kyc/contract/endpoint.ts'
import { countPerformers, getPerformer, listPerformers, performerHistory } from '@kyc/contract/performers.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call, callPaged } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'

export function usePerformerList(query: QueryIn<typeof listPerformers>) {
  return useQuery({
    queryKey: queryKeys.performerList(query),
    queryFn: ({ signal }) => callPaged(listPerformers, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function usePerformerCounts() {
  return useQuery({
    queryKey: queryKeys.performerCounts,
    queryFn: ({ signal }) => call(countPerformers, { signal }),
  })
}

export function performerRecord(id: string) {
  return queryOptions({
    queryKey: queryKeys.performerRecord(id),
    queryFn: ({ signal }) => call(getPerformer, { params: { id }, signal }),
  })
}

export function usePerformer(id: string) {
  return useQuery(performerRecord(id))
}

/** The performer that has waited longest for a review, other than this one; null if none waits. */
export function nextInQueue(id: string) {
  const query = { waiting: 'true', limit: 2 } as const
  return queryOptions({
    queryKey: queryKeys.nextInQueue(id),
    queryFn: async ({ signal }) => {
      const { items } = await callPaged(listPerformers, { query, signal })
      return items.find((performer) => performer.id !== id) ?? null
    },
    gcTime: 0,
  })
}

export function usePerformerHistory(id: string) {
  return useQuery({
    queryKey: queryKeys.performerHistory(id),
    queryFn: ({ signal }) => call(performerHistory, { params: { id }, signal }),
  })
}
