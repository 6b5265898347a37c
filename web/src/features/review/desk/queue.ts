import { idKinds } from '@kyc/contract/document-vocabulary.ts'
import { day, hour } from '@kyc/contract/durations.ts'
import { listReviewCases, type ReviewCase } from '@kyc/contract/review.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Page } from '../../../api/call.ts'
import { pageQuery, queryKey } from '../../../api/queries.ts'
import type { ReviewSearch } from '../../../paths.ts'

/** Milliseconds after which claims of other accounts appear at the latest: a claim causes no live update. */
const refresh = 20_000

/** One page of the queue, with the filter of the URL. */
export function useQueue() {
  const search: ReviewSearch = useSearch({ strict: false })
  const query = { ...search, idKind: idKinds.find((kind) => kind === search.idKind) }
  const list = useQuery({ ...pageQuery(listReviewCases, { query }), refetchInterval: refresh })
  return { search, list }
}

/** Removes a decided case, and cancels running fetches, whose replies would still contain it. */
export async function removeFromQueue(queries: QueryClient, id: string): Promise<void> {
  const filter = { queryKey: queryKey('review.cases') }
  await queries.cancelQueries(filter)
  queries.setQueriesData<Page<ReviewCase>>(
    filter,
    (page) => page && { ...page, items: page.items.filter((each) => each.id !== id) },
  )
}

/** The id of the case after `current`, or before it, that no other account has claimed; after the end the first one. */
export function neighbour(
  queue: readonly ReviewCase[],
  current: string | undefined,
  by: 1 | -1,
): string | undefined {
  const at = queue.findIndex(({ id }) => id === current)
  const inOrder =
    by === 1
      ? [...queue.slice(at + 1), ...queue.slice(0, Math.max(at, 0))]
      : [...queue.slice(at + 1), ...queue.slice(0, Math.max(at, 0))].reverse()
  return inOrder.find(({ claim, id }) => id !== current && (claim === null || claim.mine))?.id
}

export type Lateness = 'late' | 'due' | 'fresh'

/** How long a case has waited: 8日, 3時間; late from 7 days on, due from 3. */
export function waitedText(pendingSince: string, now: Date): { text: string; lateness: Lateness } {
  const waited = Math.max(0, now.getTime() - Date.parse(pendingSince))
  const days = Math.floor(waited / day)
  if (days === 0)
    return { text: waited < hour ? '1時間未満' : `${Math.floor(waited / hour)}時間`, lateness: 'fresh' }
  return { text: `${days}日`, lateness: days >= 7 ? 'late' : days >= 3 ? 'due' : 'fresh' }
}

/** 14:20 */
export function remainingText(until: string, now: number): string {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - now) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
