import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router'
import { createContext } from 'react'

/** Requests closing; the dialog may refuse or ask first. */
type Close = () => void

/**
 * The open dialogs, topmost last. Browser back and Esc close the topmost one.
 *
 * While dialogs are open, one more history entry with the same URL lies above the entry of the page. The
 * router does not see it: every popstate from or to it is stopped here, so that no page is loaded, counted or
 * scrolled. It is removed when the last dialog closes and before each navigation.
 */
export class DialogHistory {
  readonly router: RouterHistory
  readonly #open: Close[] = []
  /** The browser is at the entry of the dialogs. */
  #above = false
  /** That entry is one step forward. */
  #ahead = false
  #traversing = false
  readonly #navigations: (() => void)[] = []

  constructor() {
    this.#above = isAbove(window.history.state)
    // Before the router adds its own: Chromium calls the listeners of popstate in this order, capturing or not.
    window.addEventListener('popstate', (event) => this.#onPop(event))
    window.addEventListener('keydown', (event) => this.#onKey(event), { capture: true })
    const router = createBrowserHistory()
    this.router = router
    const { push, replace, back, forward, go } = router
    router.push = (...to) => this.#navigate(() => push(...to))
    router.replace = (...to) => this.#navigate(() => replace(...to))
    router.back = (...to) => this.#navigate(() => back(...to))
    router.forward = (...to) => this.#navigate(() => forward(...to))
    router.go = (...to) => this.#navigate(() => go(...to))
    // After a reload with an open dialog.
    this.#schedule()
  }

  /** Adds a dialog on top and returns the function that removes it. */
  add(close: Close): () => void {
    this.#open.push(close)
    this.#schedule()
    return () => {
      this.#open.splice(this.#open.indexOf(close), 1)
      this.#schedule()
    }
  }

  /** In a microtask: in one commit, a dialog may replace another. */
  #schedule(): void {
    queueMicrotask(() => this.#settle())
  }

  #settle(): void {
    // While a blocker decides about a traversal, the browser is at another entry than the router.
    if (this.#traversing || keyOf(window.history.state) !== keyOf(this.router.location.state)) return
    if (this.#open.length === 0) {
      if (this.#above) this.#traverse(-1)
    } else if (!this.#above) {
      // A new entry without a click since the last one would make browsers skip the page on back.
      if (this.#ahead) this.#traverse(1)
      else this.#push()
    }
  }

  /** Of the prototype: the router replaces `pushState` of the object. */
  #push(): void {
    History.prototype.pushState.call(window.history, { ...window.history.state, aboveDialog: true }, '')
    this.#above = true
  }

  #traverse(delta: 1 | -1): void {
    this.#traversing = true
    window.history.go(delta)
  }

  #navigate(navigate: () => void): void {
    if (!this.#above && !this.#traversing) {
      this.#ahead = false
      navigate()
      return
    }
    this.#navigations.push(navigate)
    if (!this.#traversing) this.#traverse(-1)
  }

  #onPop(event: PopStateEvent): void {
    const wasAbove = this.#above
    this.#above = isAbove(event.state)
    const samePage = keyOf(event.state) === keyOf(this.router.location.state)
    this.#ahead = samePage && wasAbove && !this.#above
    if (this.#traversing) {
      if (samePage) event.stopImmediatePropagation()
      this.#arrive()
    } else if (this.#ahead && this.#open.length > 0) {
      event.stopImmediatePropagation()
      this.#open.at(-1)?.()
      this.#schedule()
    } else if (this.#above && this.#open.length === 0) {
      // Forward, to the entry of a closed dialog.
      event.stopImmediatePropagation()
      this.#traverse(-1)
    } else {
      // After the router has handled the event.
      setTimeout(() => this.#settle(), 0)
    }
  }

  #arrive(): void {
    this.#traversing = false
    if (this.#navigations.length > 0 && this.#above) {
      this.#traverse(-1)
      return
    }
    if (this.#navigations.length === 0) {
      this.#schedule()
      return
    }
    this.#ahead = false
    for (const navigate of this.#navigations.splice(0)) navigate()
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return
    // Set by Mantine on an open menu or list, which closes first.
    if (event.target instanceof Element && event.target.closest('[data-mantine-stop-propagation="true"]'))
      return
    this.#open.at(-1)?.()
  }
}

export const DialogHistoryContext = createContext<DialogHistory | null>(null)

function isAbove(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'aboveDialog' in state
}

/** The router gives each entry of its own a key. */
function keyOf(state: unknown): unknown {
  return typeof state === 'object' && state !== null && '__TSR_key' in state ? state.__TSR_key : undefined
}
