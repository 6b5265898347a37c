import { performerStatus } from '@kyc/contract/document-rules.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../../api/query-keys.ts'

/** Milliseconds. Longer than a live update takes: the act itself causes one (D42). */
const fallback = 4000

/**
 * Shows a decision from its reply. Everything else that it changes is fetched once, by the live update that the
 * act causes in this page as well, or after a while if there is none.
 */
export function showDecision(queries: QueryClient, decided: PerformerDocument): void {
  const { performerId, type } = decided
  const list = queries.setQueryData<PerformerDocument[]>(queryKeys.documentList(performerId), (current) =>
    current?.map((doc) => (doc.type === type ? decided : doc)),
  )
  if (list) {
    queries.setQueryData<Performer>(
      queryKeys.performerRecord(performerId),
      (performer) => performer && { ...performer, status: performerStatus(list) },
    )
  }
  const at = Date.now()
  setTimeout(() => {
    for (const queryKey of [queryKeys.performers, queryKeys.dashboard])
      void queries.invalidateQueries({ queryKey, predicate: ({ state }) => state.dataUpdatedAt <= at })
  }, fallback)
}
