import { type HistoryState, useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The key of the list's search text in sessionStorage. */
    search?: string
  }
}

/**
 * Search texts contain names, so they may not appear in URLs. The history state has a random key for
 * each text and sessionStorage has the texts: sessionStorage can be cleared at sign-out, history entries
 * cannot.
 */
interface KeptSearches {
  /** The account that searched; null while signed out. */
  readonly owner: string | null
  readonly texts: Readonly<Record<string, string>>
}

const storageKey = 'searches'
const maximumTexts = 100

/** Drops the texts of other accounts; `null` drops all. Must be called when the signed-in account changes. */
export function keepSearchesOf(owner: string | null): void {
  if (load().owner !== owner) save({ owner, texts: {} })
}

/** Stores `text` and returns the history state of a list with that search. */
export function searchState(text: string): HistoryState {
  if (text === '') return {}
  const { owner, texts } = load()
  const search = crypto.randomUUID()
  const searches = [...Object.entries(texts), [search, text]].slice(-maximumTexts)
  save({ owner, texts: Object.fromEntries(searches) })
  return { search }
}

/** The part of the history state that links inside a list keep: the search without the page. */
export function sameSearch({ search }: Pick<HistoryState, 'search'>): Pick<HistoryState, 'search'> {
  return search === undefined ? {} : { search }
}

/** The search text of the list on this page; '' without one and after a change of account. */
export function useSearchText(): string {
  const router = useRouter()
  const [here] = useState(router.state.location.pathname)
  // The location changes before the page unmounts; the search of a list must not change during a navigation.
  const current = useRouterState({
    select: ({ location }) => (location.pathname === here ? (location.state.search ?? '') : null),
  })
  const [shown, setShown] = useState(current ?? '')
  if (current !== null && current !== shown) setShown(current)
  return load().texts[current ?? shown] ?? ''
}

function load(): KeptSearches {
  const stored = sessionStorage.getItem(storageKey)
  // Only `save` writes this item.
  return stored === null ? { owner: null, texts: {} } : (JSON.parse(stored) as KeptSearches)
}

function save(searches: KeptSearches): void {
  if (searches.owner === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, JSON.stringify(searches))
}
