import { day } from '@kyc/contract/durations.ts'
import {
  getSealedPerformer,
  openSealedPerformer,
  type SealedPerformer,
} from '@kyc/contract/sealed-performers.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { callQuery, queryKey } from '../../../api/queries.ts'
import { showToast } from '../../../ui/toast.ts'

/** The state of a sealed record; refetched when the opening expires, so that the content disappears. */
export function useSealedRecord(id: string) {
  return useQuery({
    ...callQuery(getSealedPerformer, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.openUntil ? untilExpiry(data.openUntil) : false),
    refetchIntervalInBackground: true,
  })
}

/** Milliseconds until the expiry; at least five seconds, in case the clock of the computer is fast. */
function untilExpiry(until: string): number {
  return Math.min(day, Math.max(5000, Date.parse(until) - Date.now()))
}

/** The content of an opened record. Each fetch is a view (D38), so it is fetched once and kept only while shown. */
export function useOpenedRecord(id: string) {
  return useQuery({
    ...callQuery(openSealedPerformer, { params: { id } }),
    staleTime: 'static',
    gcTime: 0,
  })
}

/** Shows the record as an act returned it, and refetches the list and the dashboard, which count it. */
export function useSealedActDone() {
  const queries = useQueryClient()
  return async (after: SealedPerformer, toast: string) => {
    const params = { id: after.id }
    queries.setQueryData(callQuery(getSealedPerformer, { params }).queryKey, after)
    showToast(toast)
    await queries.invalidateQueries({ queryKey: queryKey('sealedPerformers.list') })
    await queries.invalidateQueries({ queryKey: queryKey('dashboard') })
  }
}
