import { performerStatus } from '@kyc/contract/document-rules.ts'
import { listDocuments, type PerformerDocument } from '@kyc/contract/documents.ts'
import { getPerformer, type Performer } from '@kyc/contract/performers.ts'
import { getReviewCase, type ReviewCaseDetail } from '@kyc/contract/review.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { keyOf, queryKey } from '../../api/queries.ts'

/** Milliseconds until the fetch without a live update: more than the live update of the act itself takes (D42). */
const fallback = 4000

/**
 * Shows decisions on one performer from the reply of the call. Everything else that the decisions change is fetched
 * once: by the live update that the act causes in this page as well, or without one after `fallback`.
 * @param born the date of birth that an approval has read. It fills an empty one at once, so that the next document is
 * not opened with details that are about to change
 */
export function showDecisions(
  queries: QueryClient,
  decided: readonly PerformerDocument[],
  born: string | null = null,
): void {
  const id = decided[0]?.performerId ?? ''
  const of = { params: { id } }
  const replace = (documents: PerformerDocument[]) =>
    documents.map((doc) => decided.find(({ type }) => type === doc.type) ?? doc)
  const filled = (performer: Performer) => ({ ...performer, date_of_birth: performer.date_of_birth ?? born })
  const list = queries.setQueryData<PerformerDocument[]>(
    keyOf(listDocuments, of),
    (current) => current && replace(current),
  )
  if (list) {
    queries.setQueryData<Performer>(
      keyOf(getPerformer, of),
      (performer) => performer && { ...filled(performer), status: performerStatus(list) },
    )
  }
  queries.setQueryData<ReviewCaseDetail>(
    keyOf(getReviewCase, of),
    (current) =>
      current && {
        ...current,
        performer: filled(current.performer),
        documents: replace(current.documents),
      },
  )
  // A fetch that began before the decision would show the version as undecided again.
  const predicate = ({ state }: Query) => state.fetchStatus === 'fetching'
  for (const endpoint of [listDocuments, getPerformer, getReviewCase])
    void queries.invalidateQueries({ queryKey: keyOf(endpoint, of), predicate })
  const at = Date.now()
  setTimeout(() => {
    for (const group of ['performers', 'documents', 'dashboard', 'review'] as const) {
      const predicate = (query: Query) =>
        query.state.data !== undefined && query.state.dataUpdatedAt <= at && !isOfAnother(query, id)
      void queries.invalidateQueries({ queryKey: queryKey(group), predicate })
    }
  }, fallback)
}

/** Whether the query is about another performer, such as the case that was fetched ahead. */
function isOfAnother({ queryKey: [, , params] }: Query, performerId: string): boolean {
  const { id } = (params ?? {}) as { id?: string } // the part of a key after the name of its endpoint (keyOf)
  return id !== undefined && id !== performerId
}
