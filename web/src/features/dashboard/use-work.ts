import type { QueryIn } from '@kyc/contract/endpoint.ts'
import { listPerformers } from '@kyc/contract/performers.ts'
import { useQuery } from '@tanstack/react-query'
import { pageQuery } from '../../api/queries.ts'
import { shownLines } from './work-lines.ts'

/** The performers that need a member of the organisation, and the oldest that wait for the review. */
export function useWork(enabled: boolean, organisation: string | undefined) {
  const listOf = (query: QueryIn<typeof listPerformers>) =>
    pageQuery(listPerformers, { query: { ...query, organisation } })
  const rejected = useQuery({
    ...listOf({ status: 'rejected', sort: '-updatedAt', limit: shownLines }),
    enabled,
  })
  // A page, because the list has no order by expiry.
  const expiring = useQuery({ ...listOf({ expiring: 'true' }), enabled })
  const pending = useQuery({
    ...listOf({ status: 'pending', sort: 'createdAt', limit: shownLines }),
    enabled,
  })
  return { rejected, expiring, pending, queries: [rejected, expiring, pending] as const }
}
export type Work = ReturnType<typeof useWork>
