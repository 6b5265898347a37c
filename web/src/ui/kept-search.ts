import { type HistoryState, useRouter, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { remember, remembered } from './tab-memory.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The key of the list's search text in the memory of the tab. */
    search?: string
  }
}

/** The texts by random keys; the history state of a list has the key of its text. */
type KeptSearches = Readonly<Record<string, string>>

const memory = 'searches'
const maximumTexts = 100

/**
 * Search texts contain names, so they are not in URLs. Stores `text` and returns the history state of a list with that
 * search.
 */
export function searchState(text: string): HistoryState {
  if (text === '') return {}
  const search = crypto.randomUUID()
  const texts = [...Object.entries(keptTexts()), [search, text]].slice(-maximumTexts)
  remember(memory, Object.fromEntries(texts))
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
  return keptTexts()[current ?? shown] ?? ''
}

function keptTexts(): KeptSearches {
  return remembered<KeptSearches>(memory) ?? {}
}
