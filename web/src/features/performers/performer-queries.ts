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

export function usePerformerHistory(id: string) {
  return useQuery({
    queryKey: queryKeys.performerHistory(id),
    queryFn: ({ signal }) => call(performerHistory, { params: { id }, signal }),
  })
}
