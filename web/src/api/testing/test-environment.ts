import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@kyc/contract/limits.ts'
import { type LogoutReason, onLogout } from '../auth-events.ts'
import type { ClientEnvironment } from '../environment.ts'
import type { Peer } from './peer.ts'

/** Timeouts; they fire only by `advance`. All other timers fire at once. */
const timeouts: readonly number[] = [
  limits.apiTimeout,
  limits.uploadIdle,
  limits.uploadMaximum,
  limits.sessionInitPoll.polls * limits.sessionInitPoll.every,
]

/** A ClientEnvironment under the control of a test. */
export class TestEnvironment {
  readonly stored = new Map<string, string>()
  readonly delays: number[] = []
  readonly logouts: LogoutReason[] = []
  readonly #events = new EventTarget()
  readonly #timers = new Map<number, { run: () => void; milliseconds: number }>()
  readonly environment: ClientEnvironment
  #last = 0
  pathname = '/performers'
  secure = true
  metaToken: string | null = null

  constructor(peer: Peer) {
    onLogout(this.#events, (reason) => this.logouts.push(reason))
    this.environment = {
      base: peer.base,
      fetch: (input, init) => fetch(input, init),
      newXhr: () => new XMLHttpRequest(),
      storage: {
        getItem: (key) => this.stored.get(key) ?? null,
        setItem: (key, value) => void this.stored.set(key, value),
        removeItem: (key) => void this.stored.delete(key),
      },
      isSecureContext: () => this.secure,
      metaCsrfToken: () => this.metaToken,
      pathname: () => this.pathname,
      clientInfo: () => ({ userAgent: 'test', platform: 'test', language: 'ja', timezone: 'Asia/Tokyo' }),
      events: () => this.#events,
      setTimeout: (run, milliseconds) => this.#setTimeout(run, milliseconds),
      clearTimeout: (timer) => void this.#timers.delete(timer),
    }
  }

  /** Collects the events of one name. */
  listen(name: string): Event[] {
    const events: Event[] = []
    this.#events.addEventListener(name, (event) => events.push(event))
    return events
  }

  /** Fires the pending timeouts of exactly `milliseconds`. */
  advance(milliseconds: number): void {
    for (const [id, timer] of this.#timers) {
      if (timer.milliseconds !== milliseconds) continue
      this.#timers.delete(id)
      timer.run()
    }
  }

  #setTimeout(run: () => void, milliseconds: number): number {
    this.#last += 1
    if (timeouts.includes(milliseconds)) this.#timers.set(this.#last, { run, milliseconds })
    else {
      this.delays.push(milliseconds)
      setImmediate(run)
    }
    return this.#last
  }
}

/** Waits until `condition` is true; the time limit of the test ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn()
}
