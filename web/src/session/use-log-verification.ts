import { minute, second } from '@kyc/contract/durations.ts'
import { getVerification, type VerificationState } from '@kyc/contract/log-verifications.ts'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../api/queries.ts'

const runningPoll = second
const idlePoll = 10 * minute

/** The verification of the audit log, for accounts that read all records; refetched while one is running. */
export function useLogVerification({ enabled = true } = {}) {
  return useQuery({
    ...callQuery(getVerification),
    enabled,
    staleTime: minute,
    refetchInterval: ({ state }) => (state.data?.running ? runningPoll : idlePoll),
  })
}

/** Whether the last verification found faults. */
export function isFailing(state: VerificationState | undefined): boolean {
  return (state?.last?.report.code ?? 0) !== 0
}
