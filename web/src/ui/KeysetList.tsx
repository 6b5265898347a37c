import type { ReactNode } from 'react'
import { type FailedQuery, failedQuery } from '../api/failed-query.ts'
import { ErrorState } from './ErrorState.tsx'
import frame from './frame.module.css'
import { KeysetPages, useGoToPage } from './KeysetPages.tsx'
import { type RefetchedQuery, RefetchFailed } from './RefetchFailed.tsx'

/** A query whose data is one page of a list (D19). */
export interface KeysetQuery<Item> extends RefetchedQuery, FailedQuery {
  readonly data: { readonly items: readonly Item[]; readonly next: string | null } | undefined
  /** The data is that of the previous page or filter. */
  readonly isPlaceholderData: boolean
}

export interface KeysetListProps<Item> {
  query: KeysetQuery<Item>
  /** Shown if nothing could be loaded. */
  failure: string
  /** The list has a filter or search, which stays after a failure. */
  narrowed?: boolean
  loading: ReactNode
  empty: ReactNode
  /** Rows become cards on phones and need no common frame there. */
  plain?: boolean
  /** The unit of the page size, such as 名. */
  unit: string
  children: (items: readonly Item[]) => ReactNode
}

/** A list in pages: loading, failed, empty or its rows. A failed refetch keeps the rows. */
export function KeysetList<Item>(props: KeysetListProps<Item>) {
  const { query, failure, narrowed = false, loading, empty, plain, unit, children } = props
  const { data } = query
  const goTo = useGoToPage()
  if (!data && !query.isError) return loading
  if (!data) {
    const { children: message, ...failed } = failedQuery(query, () => goTo(undefined, []))
    return (
      <div className={frame.card}>
        <ErrorState title={failure} {...failed}>
          {message}
          {narrowed && (
            <>
              <br />
              入力した条件はそのまま残っています。
            </>
          )}
        </ErrorState>
      </div>
    )
  }
  return (
    <>
      <RefetchFailed query={query} />
      <div
        className={frame.card}
        data-plain={(plain && data.items.length > 0) || undefined}
        aria-busy={query.isPlaceholderData}
      >
        {data.items.length > 0 ? children(data.items) : empty}
      </div>
      <KeysetPages next={data.next} unit={unit} />
    </>
  )
}
