import { type HistoryState, useRouterState } from '@tanstack/react-router'
import { sameSearch } from './kept-search.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The list whose row led here: its address, its search, and the pages of it that were walked. */
    list?: ListPlace
  }
}

export interface ListPlace {
  readonly href: string
  readonly trail: readonly string[]
  readonly search?: string
}

/** A link to where a page belongs. */
export interface Back {
  readonly label: string
  readonly href: string
  readonly state?: HistoryState
}

/**
 * The way back to a list as it was left: filter, sort and page, if one of its rows led here. The history of the browser
 * keeps that, so that a reload loses nothing and the address of a record says nothing of the search that found it.
 */
export function useWayBack(list: Back): Back {
  const place = useRouterState({ select: ({ location }) => location.state.list })
  return wayBack(list, place)
}

/** @param place of any list: a performer is also reached from the page of a video. */
export function wayBack(list: Back, place: ListPlace | undefined): Back {
  if (!place || place.href.split('?')[0] !== list.href) return list
  return { ...list, href: place.href, state: { ...sameSearch(place), trail: [...place.trail] } }
}
