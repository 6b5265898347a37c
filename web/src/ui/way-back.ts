import { type HistoryState, useRouterState } from '@tanstack/react-router'
import { sameSearch } from './kept-search.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The list whose row opened this page: its URL, search and visited pages. */
    list?: ListPlace
  }
}

export interface ListPlace {
  readonly href: string
  readonly trail: readonly string[]
  readonly search?: string
}

/** The back link of a page. */
export interface Back {
  readonly label: string
  readonly href: string
  readonly state?: HistoryState
}

/**
 * A back link that restores filter, sort and page of the list if one of its rows opened this page. They are
 * in the history state: it survives a reload, and the URL of a record does not contain the search that found
 * it.
 */
export function useWayBack(list: Back): Back {
  const place = useRouterState({ select: ({ location }) => location.state.list })
  return wayBack(list, place)
}

/** @param place may be of another list: a performer is also opened from a video page. */
export function wayBack(list: Back, place: ListPlace | undefined): Back {
  if (!place || place.href.split('?')[0] !== list.href) return list
  return { ...list, href: place.href, state: { ...sameSearch(place), trail: [...place.trail] } }
}
