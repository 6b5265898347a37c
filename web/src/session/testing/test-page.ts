import type { TimerClock } from '../pausable-timer.ts'

/** A browser clock on the fake timers of Vitest. */
export const testClock: TimerClock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => Number(setTimeout(run, milliseconds)),
  clearTimeout: (timer) => clearTimeout(timer),
}

/** The document and window of a test, with settable visibility and connection. */
export class TestPage {
  readonly window = new EventTarget()
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState }
  #visibilityState: DocumentVisibilityState = 'visible'
  #online = true

  constructor() {
    this.document = Object.defineProperty(new EventTarget(), 'visibilityState', {
      get: () => this.#visibilityState,
    }) as TestPage['document'] // visibilityState is defined here
  }

  readonly isOnline = () => this.#online

  setVisible(visible: boolean): void {
    this.#visibilityState = visible ? 'visible' : 'hidden'
    this.document.dispatchEvent(new Event('visibilitychange'))
  }

  setOnline(online: boolean): void {
    this.#online = online
    this.window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  }
}
