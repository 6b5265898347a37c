import { performerStatus } from '@kyc/contract/document-rules.ts'
import { listDocuments, type PerformerDocument } from '@kyc/contract/documents.ts'
import { getPerformer, type Performer } from '@kyc/contract/performers.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { keyOf, queryKey } from '../../api/queries.ts'

/** Milliseconds. Longer than a live update takes: the act itself causes one (D42). */
const fallback = 4000

/**
 * Shows a decision from its reply. Everything else that it changes is fetched once, by the live update that the
 * act causes in this page as well, or after a while if there is none.
 */
export function showDecision(queries: QueryClient, decided: PerformerDocument): void {
  const { performerId, type } = decided
  const of = { params: { id: performerId } }
  const list = queries.setQueryData<PerformerDocument[]>(keyOf(listDocuments, of), (current) =>
    current?.map((doc) => (doc.type === type ? decided : doc)),
  )
  if (list) {
    queries.setQueryData<Performer>(
      keyOf(getPerformer, of),
      (performer) => performer && { ...performer, status: performerStatus(list) },
    )
  }
  const at = Date.now()
  setTimeout(() => {
    for (const group of ['performers', 'documents', 'dashboard'] as const) {
      const predicate = ({ state }: Query) => state.data !== undefined && state.dataUpdatedAt <= at
      void queries.invalidateQueries({ queryKey: queryKey(group), predicate })
    }
  }, fallback)
}
