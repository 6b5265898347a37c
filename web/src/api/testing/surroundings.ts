import { setImmediate as nextTurn } from 'node:timers/promises'
import { limits } from '@kyc/contract/limits.ts'
import { type LogoutReason, onLogout } from '../auth-events.ts'
import type { ClientEnvironment } from '../environment.ts'
import type { Peer } from './peer.ts'

/** Times that end something; they pass only when the test says so. All other waiting is over at once. */
const held: readonly number[] = [
  limits.apiTimeout,
  limits.uploadIdle,
  limits.uploadMaximum,
  limits.sessionInitPoll.polls * limits.sessionInitPoll.every,
]

/** What the browser would be, under the hand of a test: time passes on demand. */
export class Surroundings {
  readonly stored = new Map<string, string>()
  readonly waited: number[] = []
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

  /** The events of one name, as they came. */
  listen(name: string): Event[] {
    const heard: Event[] = []
    this.#events.addEventListener(name, (event) => heard.push(event))
    return heard
  }

  /** Lets `milliseconds` pass for everything that waits exactly so long. */
  pass(milliseconds: number): void {
    for (const [id, timer] of this.#timers) {
      if (timer.milliseconds !== milliseconds) continue
      this.#timers.delete(id)
      timer.run()
    }
  }

  waiting(milliseconds: number): boolean {
    return [...this.#timers.values()].some((timer) => timer.milliseconds === milliseconds)
  }

  #setTimeout(run: () => void, milliseconds: number): number {
    this.#last += 1
    if (held.includes(milliseconds)) this.#timers.set(this.#last, { run, milliseconds })
    else {
      this.waited.push(milliseconds)
      setImmediate(run)
    }
    return this.#last
  }
}

/** Waits until `condition` holds; the test's own time limit ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn()
}
