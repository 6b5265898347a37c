import type { TimerClock } from '../pausable-timer.ts'

/** The clock of the test, as the browser's: under the hand of Vitest's fake timers. */
export const testClock: TimerClock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => Number(setTimeout(run, milliseconds)),
  clearTimeout: (timer) => clearTimeout(timer),
}

/** What the session reads of a page and its window: whether it is looked at, and whether there is a network. */
export class TestPage {
  readonly window = new EventTarget()
  readonly document: EventTarget & { readonly visibilityState: DocumentVisibilityState }
  #visibilityState: DocumentVisibilityState = 'visible'
  #online = true

  constructor() {
    this.document = Object.defineProperty(new EventTarget(), 'visibilityState', {
      get: () => this.#visibilityState,
    }) as TestPage['document'] // the property has just been defined
  }

  readonly isOnline = () => this.#online

  turn(visible: boolean): void {
    this.#visibilityState = visible ? 'visible' : 'hidden'
    this.document.dispatchEvent(new Event('visibilitychange'))
  }

  connect(online: boolean): void {
    this.#online = online
    this.window.dispatchEvent(new Event(online ? 'online' : 'offline'))
  }
}
