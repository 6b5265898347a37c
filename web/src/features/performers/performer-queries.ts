import { countPerformers, getPerformer, listPerformers, performerHistory } from '@kyc/contract/performers.ts'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call, callPaged } from '../../api/call.ts'
import { queryKeys } from '../../api/query-keys.ts'
import type { PerformerListSearch } from '../../paths.ts'

export function usePerformerList(search: PerformerListSearch) {
  return useQuery({
    queryKey: queryKeys.performerList(search),
    queryFn: ({ signal }) => callPaged(listPerformers, { query: search, signal }),
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
