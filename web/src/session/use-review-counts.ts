import { countReviewCases } from '@kyc/contract/review.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callQuery } from '../api/queries.ts'
import { useOrganisationId } from './use-organisations.ts'

/** The numbers of the review queue, for accounts that review; of the selected organisation, if any. */
export function useReviewCounts() {
  const organisation = useOrganisationId()
  return useQuery({
    ...callQuery(countReviewCases, { query: { organisation } }),
    placeholderData: keepPreviousData,
  })
}
