import { performerStatusLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type PerformerSort, type performerCountsSchema, performerSorts } from '@kyc/contract/performers.ts'
import type { SavedFilter } from '@kyc/contract/saved-filters.ts'
import type { z } from 'zod'
import { type PerformerListSearch, paths } from '../../paths.ts'
import type { FilterChip } from '../../ui/FilterChips.tsx'
import { formatBounded } from '../../ui/format.ts'
import { waitedLabel } from './waited-label.ts'

/** Differs from the status 審査中: a draft, or a rejected performer with a resubmission, may have such a document too. */
const waitingLabel = '未審査の書類あり'

export type PerformerCounts = z.infer<typeof performerCountsSchema>

/**
 * The chips above the list. 未審査の書類あり (a pending document in whatever status) and 期限間近 overlap the states, so
 * the counts need not add up. Only admins and auditors have the chip 未審査の書類あり. The counts are bounded (D19).
 * A chip leads to the first page.
 */
export function filterChips(
  search: PerformerListSearch,
  counts: PerformerCounts | undefined,
  { readsAll }: { readsAll: boolean },
): FilterChip[] {
  const { status, expiring, waiting, waitedFrom, waitedTo, cursor: _page, sort, ...others } = search
  // The order `waiting` exists only in the queue, so the chips that leave the queue drop it.
  const otherParams = sort === 'waiting' ? others : { ...others, sort }
  const format = (count: number) => formatBounded(count, limits.countBound)
  const states = (['pending', 'approved', 'rejected', 'draft'] as const).map((each) => ({
    label: performerStatusLabels[each],
    href: paths.performers({ ...otherParams, status: each }),
    chosen: status === each && !expiring && !waiting,
    count: counts && format(counts[each]),
  }))
  const waited = waitedFrom !== undefined || waitedTo !== undefined
  const queue = {
    label: waitingLabel,
    href: paths.performers({ ...others, waiting: 'true' }),
    chosen: waiting === 'true' && !waited,
    count: counts && format(counts.waiting),
  }
  const part = {
    label: `${waitingLabel}：${waitedLabel(Number(waitedFrom ?? 0), waitedTo ? Number(waitedTo) : null)}`,
    href: paths.performers(search),
    chosen: true,
    count: '',
  }
  return [
    {
      label: 'すべて',
      href: paths.performers(otherParams),
      chosen: !status && !expiring && !waiting,
      count: counts && format(counts.total),
    },
    ...(readsAll ? [queue] : []),
    ...(readsAll && waited ? [part] : []),
    ...states,
    {
      label: '期限間近',
      href: paths.performers({ ...otherParams, expiring: 'true' }),
      chosen: expiring === 'true',
      count: counts && format(counts.expiring),
    },
  ]
}

/** What a saved filter keeps of the URL: all except the page and the organisation. */
export function conditionOf(search: PerformerListSearch): SavedFilter['search'] {
  const { cursor: _page, organisation: _owner, ...condition } = search
  const kept = Object.entries(condition).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/** A filter and its order in words. */
export function conditionText(search: PerformerListSearch): string {
  const { status, expiring, waiting, waitedFrom, waitedTo, sort = defaultSort(search) } = search
  const waited =
    waitedFrom !== undefined || waitedTo !== undefined
      ? `：${waitedLabel(Number(waitedFrom ?? 0), waitedTo ? Number(waitedTo) : null)}`
      : ''
  const words = [
    ...(status ? [performerStatusLabels[status]] : []),
    ...(waiting ? [`${waitingLabel}${waited}`] : []),
    ...(expiring ? ['期限間近'] : []),
  ]
  return `${words.join('・') || 'すべて'}、${sortLabels[sort]}`
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

/** The order of the list if none is chosen; that of the call is -createdAt. The queue starts with the oldest. */
export function defaultSort({ waiting }: PerformerListSearch): PerformerSort {
  return waiting ? 'waiting' : '-updatedAt'
}

/** The orders that the list offers: only the queue has an order by waiting. */
export function offeredSorts({ waiting }: PerformerListSearch): { value: PerformerSort; label: string }[] {
  const offered = waiting ? performerSorts : performerSorts.filter((sort) => sort !== 'waiting')
  return offered.map((value) => ({ value, label: sortLabels[value] }))
}
