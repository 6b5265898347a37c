import type { QueryIn } from '@kyc/contract/endpoint.ts'
import { listPerformers } from '@kyc/contract/performers.ts'
import { useQuery } from '@tanstack/react-query'
import { pageQuery } from '../../api/queries.ts'
import { shownLines } from './work-lines.ts'

/** The performers that a member of the organisation must act on, and the oldest pending ones. */
export function useWork(enabled: boolean, organisation: string | undefined) {
  const listOf = (query: QueryIn<typeof listPerformers>) =>
    pageQuery(listPerformers, { query: { ...query, organisation } })
  const rejected = useQuery({
    ...listOf({ status: 'rejected', sort: '-updatedAt', limit: shownLines }),
    enabled,
  })
  // A full page instead of `shownLines`, because the server cannot order the list by expiry; `dueLines` does.
  const expiring = useQuery({ ...listOf({ expiring: 'true' }), enabled })
  const pending = useQuery({
    ...listOf({ status: 'pending', sort: 'createdAt', limit: shownLines }),
    enabled,
  })
  return { rejected, expiring, pending, queries: [rejected, expiring, pending] as const }
}
export type Work = ReturnType<typeof useWork>
