import { performerStatusLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type PerformerSort, type performerCountsSchema, performerSorts } from '@kyc/contract/performers.ts'
import type { z } from 'zod'
import type { PerformerListSearch } from '../../paths.ts'
import { formatCount } from '../../ui/format.ts'

export type PerformerCounts = z.infer<typeof performerCountsSchema>

export interface FilterChip {
  readonly label: string
  readonly search: PerformerListSearch
  readonly chosen: boolean
  readonly count: string | undefined
}

/**
 * 審査待ち and 期限間近 overlap the states, so the counts need not add up. Only admins review. A chip leads to
 * the first page.
 */
export function filterChips(
  search: PerformerListSearch,
  counts: PerformerCounts | undefined,
  isAdmin: boolean,
): FilterChip[] {
  const { status: chosenStatus, expiring, waiting, cursor: _page, sort, ...others } = search
  // The order of the queue has a place for waiting performers only.
  const otherParams = sort === 'waiting' ? others : { ...others, sort }
  const states = (['pending', 'approved', 'rejected'] as const).map((status) => ({
    label: performerStatusLabels[status],
    search: { ...otherParams, status },
    chosen: chosenStatus === status && !expiring && !waiting,
    count: counts && formatCount(counts[status]),
  }))
  return [
    {
      label: 'すべて',
      search: otherParams,
      chosen: !chosenStatus && !expiring && !waiting,
      count: counts && formatCount(counts.total),
    },
    ...(isAdmin
      ? [
          {
            label: '審査待ち',
            search: { ...others, waiting: 'true' as const },
            chosen: waiting === 'true',
            count: counts && formatCount(counts.waiting),
          },
        ]
      : []),
    ...states,
    {
      label: '期限間近',
      search: { ...otherParams, expiring: 'true' },
      chosen: expiring === 'true',
      count: counts && boundedCount(counts.expiring),
    },
  ]
}

function boundedCount(count: number): string {
  return count >= limits.countBound ? `${formatCount(limits.countBound)}以上` : formatCount(count)
}

export function isFiltered(search: PerformerListSearch): boolean {
  return Boolean(search.status || search.expiring || search.waiting || search.cursor)
}

export const sortLabels = {
  '-createdAt': '登録が新しい順',
  createdAt: '登録が古い順',
  '-updatedAt': '更新が新しい順',
  name: '氏名順（ローマ字）',
  status: '状態順',
  waiting: '待ちが長い順',
} as const satisfies Record<PerformerSort, string>

/** The order of the list without `sort`: the queue starts with the oldest (D19). */
export function defaultSort({ waiting }: PerformerListSearch): PerformerSort {
  return waiting ? 'waiting' : '-createdAt'
}

/** The orders that the list offers: only the queue has an order by waiting. */
export function offeredSorts({ waiting }: PerformerListSearch): { value: PerformerSort; label: string }[] {
  const offered = waiting ? performerSorts : performerSorts.filter((sort) => sort !== 'waiting')
  return offered.map((value) => ({ value, label: sortLabels[value] }))
}
