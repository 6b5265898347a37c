import { type HistoryState, useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The key of this list's search text in the storage of the tab. */
    search?: string
  }
}

/**
 * Search texts hold names, so they stay out of addresses (D62). The history holds a random key for each text, and the
 * storage of the tab holds the texts: entries of the history cannot be cleared at sign-out, the storage can.
 */
interface KeptSearches {
  /** The account that searched; null while signed out. */
  readonly owner: string | null
  readonly texts: Readonly<Record<string, string>>
}

const storageKey = 'searches'
const maximumKept = 100

/** Drops the texts of every other account; `null` drops all. To be called on each change of the signed-in account. */
export function keepSearchesOf(owner: string | null): void {
  if (load().owner !== owner) save({ owner, texts: {} })
}

/** The history state that belongs to a list searched for `text`. */
export function searchState(text: string): HistoryState {
  if (text === '') return {}
  const { owner, texts } = load()
  const search = crypto.randomUUID()
  const kept = [...Object.entries(texts), [search, text]].slice(-maximumKept)
  save({ owner, texts: Object.fromEntries(kept) })
  return { search }
}

/** What a link inside a list keeps of the history state: the search, and not the page. */
export function sameSearch({ search }: Pick<HistoryState, 'search'>): Pick<HistoryState, 'search'> {
  return search === undefined ? {} : { search }
}

/** The text that the list on this page is searched for; '' for none, and after another account has signed in. */
export function useSearchText(): string {
  const router = useRouter()
  const [here] = useState(router.state.location.pathname)
  // The location changes before the page does; the search of the list must not change while it is being left.
  const current = useRouterState({
    select: ({ location }) => (location.pathname === here ? (location.state.search ?? '') : null),
  })
  const [shown, setShown] = useState(current ?? '')
  if (current !== null && current !== shown) setShown(current)
  return load().texts[current ?? shown] ?? ''
}

function load(): KeptSearches {
  const stored = sessionStorage.getItem(storageKey)
  // Written by `save` only.
  return stored === null ? { owner: null, texts: {} } : (JSON.parse(stored) as KeptSearches)
}

function save(kept: KeptSearches): void {
  if (kept.owner === null) sessionStorage.removeItem(storageKey)
  else sessionStorage.setItem(storageKey, JSON.stringify(kept))
}
