import { performerStatusLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { PerformerSort, performerCountsSchema } from '@kyc/contract/performers.ts'
import type { z } from 'zod'
import { type PerformerListSearch, paths } from '../../paths.ts'
import type { FilterChip } from '../../ui/FilterChips.tsx'
import { formatCount } from '../../ui/format.ts'

export type PerformerCounts = z.infer<typeof performerCountsSchema>

/**
 * 期限間近 overlaps the states, so the counts need not add up. The counts of a search are bounded (D19). A chip
 * leads to the first page.
 */
export function filterChips(
  search: PerformerListSearch,
  counts: PerformerCounts | undefined,
  searching: boolean,
): FilterChip[] {
  const { status: chosenStatus, expiring, cursor: _page, ...otherParams } = search
  const format = searching ? boundedCount : formatCount
  const states = (['pending', 'approved', 'rejected'] as const).map((status) => ({
    label: performerStatusLabels[status],
    href: paths.performers({ ...otherParams, status }),
    chosen: chosenStatus === status && !expiring,
    count: counts && format(counts[status]),
  }))
  return [
    {
      label: 'すべて',
      href: paths.performers(otherParams),
      chosen: !chosenStatus && !expiring,
      count: counts && format(counts.total),
    },
    ...states,
    {
      label: '期限間近',
      href: paths.performers({ ...otherParams, expiring: 'true' }),
      chosen: expiring === 'true',
      count: counts && boundedCount(counts.expiring),
    },
  ]
}

function boundedCount(count: number): string {
  return count >= limits.countBound ? `${formatCount(limits.countBound)}以上` : formatCount(count)
}

export function isFiltered(search: PerformerListSearch): boolean {
  return Boolean(search.status || search.expiring || search.cursor)
}

/** The order of the page without a choice; that of the call is -createdAt (D19). */
export const defaultSort: PerformerSort = '-updatedAt'

export const sortLabels = {
  '-createdAt': '登録が新しい順',
  createdAt: '登録が古い順',
  '-updatedAt': '更新が新しい順',
  name: '氏名順（ローマ字）',
  status: '状態順',
} as const satisfies Record<PerformerSort, string>
