import type { HistoryState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ErrorStateProps } from './ErrorState.tsx'
import frame from './frame.module.css'
import { KeysetPages } from './KeysetPages.tsx'
import { ListFailed } from './ListFailed.tsx'
import { type RefetchedQuery, RefetchFailed } from './RefetchFailed.tsx'

/** A query whose data is one page of a list (D19). */
export interface KeysetQuery<Item> extends RefetchedQuery {
  readonly data: { readonly items: readonly Item[]; readonly next: string | null } | undefined
  /** The data is that of the previous page or filter. */
  readonly isPlaceholderData: boolean
}

export interface KeysetListProps<Item> {
  query: KeysetQuery<Item>
  /** Shown if nothing could be loaded. */
  failure: ErrorStateProps
  /** The list has a filter or search, which stays after a failure. */
  narrowed?: boolean
  loading: ReactNode
  empty: ReactNode
  /** Rows become cards on phones and need no common frame there. */
  plain?: boolean
  /** The cursor of this page; undefined on the first. */
  cursor: string | undefined
  /** The page size with its unit, such as 50名. */
  size: string
  /** Navigates to a page with the given history state. */
  onGo: (cursor: string | undefined, state: HistoryState) => void
  children: (items: readonly Item[]) => ReactNode
}

/** A list in pages: loading, failed, empty or its rows. A failed refetch keeps the rows. */
export function KeysetList<Item>(props: KeysetListProps<Item>) {
  const { query, failure, narrowed = false, loading, empty, plain, cursor, size, onGo, children } = props
  const { data } = query
  if (!data) return query.isError ? <ListFailed {...failure} narrowed={narrowed} /> : loading
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
      <KeysetPages cursor={cursor} next={data.next} size={size} onGo={onGo} />
    </>
  )
}
