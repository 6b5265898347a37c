import { limits } from '@kyc/contract/limits.ts'

/** The position and count of a page of a list (D19). */
export interface PageInfo {
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null
  readonly total: number
  /** False if the count stopped at `limits.countBound`. */
  readonly exact: boolean
}

/** Cuts a page out of `rows`, which contain one row more than the page if the list continues. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { shown, next: last === undefined ? null : cursorAfter(last) }
}

/** The total for `count`, which the query stopped at one more than `limits.countBound`. */
export function boundedTotal(count: number): Pick<PageInfo, 'total' | 'exact'> {
  return { total: Math.min(count, limits.countBound), exact: count <= limits.countBound }
}
