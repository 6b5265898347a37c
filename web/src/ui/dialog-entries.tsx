import type { AnyRouter, HistoryState, RouterHistory } from '@tanstack/react-router'
import { createContext, type ReactNode, useLayoutEffect, useState } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** A dialog was open at this entry, and the entry below is the same page without it. */
    aboveDialog?: true
  }
}

/** Requests closing; the dialog may refuse or ask first. */
type Close = () => void

/**
 * The open dialogs, topmost last. Browser back and Esc close the topmost one.
 *
 * A dialog opens at a history entry of its own, so that back stays on the page even if nothing lies below it. All
 * dialogs of a page share that entry. It remains when they are closed in another way, where back passes over it.
 */
class Dialogs {
  readonly #router: AnyRouter
  readonly #open: Close[] = []

  constructor(router: AnyRouter) {
    this.#router = router
  }

  /** Adds a dialog on top and returns the function that removes it. */
  add(close: Close): () => void {
    this.#open.push(close)
    if (!this.#router.history.location.state.aboveDialog) {
      const state = (before: HistoryState): HistoryState => ({ ...before, aboveDialog: true })
      const here = { to: '.', search: true, hash: true, state } as const
      void this.#router.navigate({ ...here, resetScroll: false, ignoreBlocker: true })
    }
    return () => void this.#open.splice(this.#open.indexOf(close), 1)
  }

  /** Handles back and Esc until the returned function is called. */
  listen(): () => void {
    const history: RouterHistory = this.#router.history
    const unblock = history.block({
      enableBeforeUnload: false,
      blockerFn: ({ action, currentLocation, nextLocation }) => {
        const top = this.#open.at(-1)
        const { aboveDialog } = currentLocation.state
        if (action === 'BACK' && aboveDialog && top) {
          top()
          return true
        }
        // The page that replaces this one keeps the mark, so that back passes over the entry below.
        if (action !== 'REPLACE' || !aboveDialog || nextLocation.state.aboveDialog) return false
        history.replace(nextLocation.href, { ...nextLocation.state, aboveDialog })
        return true
      },
    })
    let last = history.location
    const unsubscribe = history.subscribe(({ location }) => {
      const passedOver = last.state.aboveDialog && indexOf(location) === indexOf(last) - 1
      last = location
      if (passedOver) history.back()
    })
    const onKey = (event: KeyboardEvent) => this.#onKey(event)
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      unblock()
      unsubscribe()
      window.removeEventListener('keydown', onKey, { capture: true })
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return
    // Set by Mantine on an open menu or list, which closes first.
    if (event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation="true"]'))
      return
    this.#open.at(-1)?.()
  }
}

function indexOf({ state }: RouterHistory['location']): number {
  return state.__TSR_index
}

export const DialogsContext = createContext<Dialogs | null>(null)

/** Around the provider of `router`: makes back and Esc close dialogs. */
export function DialogEntries({ router, children }: { router: AnyRouter; children: ReactNode }) {
  const [dialogs] = useState(() => new Dialogs(router))
  // Runs before the effects of pages, so that their blockers come after this one.
  useLayoutEffect(() => dialogs.listen(), [dialogs])
  return <DialogsContext value={dialogs}>{children}</DialogsContext>
}
