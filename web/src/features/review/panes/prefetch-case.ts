import { getReviewCase } from '@kyc/contract/review.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { call } from '../../../api/call.ts'
import { callQuery } from '../../../api/queries.ts'
import { DocumentFiles } from '../../documents/document-endpoint.ts'
import { documentBytesQuery } from '../../documents/document-queries.ts'

/**
 * Everything about one case. A case that was fetched ahead opens without another call; one that was displayed
 * for longer is fetched again. Decided cases leave the memory soon: a reviewer opens hundreds.
 */
export function caseQuery(id: string) {
  return { ...callQuery(getReviewCase, { params: { id } }), staleTime: 60_000, gcTime: 10_000 }
}

/** Milliseconds between the end of the prefetch and the display of the case. */
const handover = 2000

/**
 * Prefetches the next case with all its documents, so that it is displayed at once. Approved documents are included,
 * since a new ID is compared with an approved portrait. What was fetched is dropped when another case is next.
 */
export function usePrefetchCase(id: string | undefined): void {
  const files = use(DocumentFiles)
  const ahead = useQuery({
    ...caseQuery(id ?? ''),
    queryFn: ({ signal }) =>
      call(getReviewCase, { params: { id: id ?? '' }, query: { prefetch: '1' }, signal }),
    enabled: id !== undefined,
    gcTime: handover,
    // Prefetched only once: data that has become too old is fetched again when the case opens.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  useQueries({
    queries: (id === undefined ? [] : (ahead.data?.documents ?? [])).map((doc) => ({
      ...documentBytesQuery(files, doc, 'screen', { prefetch: true }),
      gcTime: handover,
    })),
  })
}
