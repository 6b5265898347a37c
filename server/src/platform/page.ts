import { limits } from '@kyc/contract/limits.ts'

/** What is told along with a page of a list (D19). */
export interface PageInfo {
  /** Where the next page goes on; null after the last one. */
  readonly next: string | null
  readonly total: number
  /** False where the list was not counted to its end. */
  readonly exact: boolean
}

/** Cuts a page out of `found`, which holds one row more than the page where the list goes on. */
export function cutPage<Row>(
  found: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { shown: Row[]; next: string | null } {
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return { shown, next: last === undefined ? null : cursorAfter(last) }
}

/** What a count tells that went no further than one beyond `limits.countBound`. */
export function boundedTotal(counted: number): Pick<PageInfo, 'total' | 'exact'> {
  return { total: Math.min(counted, limits.countBound), exact: counted <= limits.countBound }
}
