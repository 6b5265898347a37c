import { minute, second } from '@kyc/contract/durations.ts'
import type { SharedLimits } from '../../db/shared-limits.ts'
import type { Log } from '../../log.ts'
import { Problem } from '../../problem.ts'

const windowMs = minute
/** Further keys within a minute share one counter, so memory stays bounded under a flood of addresses. */
const maximumKeys = 100_000

/** Counts calls by key in windows of one minute, per process. */
export class RateLimit {
  readonly #perMinute: number
  readonly #now: () => number
  #counts = new Map<string, number>()
  #windowEnds = 0

  /** `now` is a monotonic time in milliseconds. */
  constructor(perMinute: number, now: () => number = () => performance.now()) {
    this.#perMinute = perMinute
    this.#now = now
  }

  /** Counts a call and returns the number of calls in this window. */
  take(key: string): number {
    const counter = this.#counterOf(key)
    const count = (this.#counts.get(counter) ?? 0) + 1
    this.#counts.set(counter, count)
    if (count > this.#perMinute) throw new Problem('RATE_LIMITED', { retryAfterSeconds: this.#secondsLeft() })
    return count
  }

  /** Throws like the next `take`, without counting a call. */
  check(key: string): void {
    if (this.count(key) >= this.#perMinute)
      throw new Problem('RATE_LIMITED', { retryAfterSeconds: this.#secondsLeft() })
  }

  /** The calls of this window. */
  count(key: string): number {
    return this.#counts.get(this.#counterOf(key)) ?? 0
  }

  /** Refuses further calls in this window. */
  exhaust(key: string): void {
    this.#counts.set(this.#counterOf(key), this.#perMinute)
  }

  /** Milliseconds until the window ends. */
  left(): number {
    return Math.max(0, this.#windowEnds - this.#now())
  }

  #counterOf(key: string): string {
    if (this.#now() >= this.#windowEnds) {
      this.#counts.clear()
      this.#windowEnds = this.#now() + windowMs
    }
    return this.#counts.has(key) || this.#counts.size < maximumKeys ? key : ''
  }

  #secondsLeft(): number {
    return Math.max(1, Math.ceil(this.left() / 1000))
  }
}

/** The share of the limit from which the calls of a process count for the others: ordinary use costs no query. */
const sharedFrom = 1 / 20

/**
 * Limits calls by account, or by network without a valid session. A call over its limit is refused before its session
 * is queried: unknown cookies count for their network, known sessions for their account.
 *
 * Each process counts in memory, because a query for each call would cost more than most calls, and states the counts
 * of busy keys once a second. All processes together exceed the limit at most by the calls of a second and a twentieth
 * for each.
 */
export class CallLimit {
  readonly #perMinute: number
  readonly #limit: RateLimit
  readonly #shared: Pick<SharedLimits, 'state'>
  readonly #log: Log
  readonly #accounts = new Map<string, string>()
  readonly #busy = new Set<string>()

  constructor(perMinute: number, shared: Pick<SharedLimits, 'state'>, log: Log) {
    this.#perMinute = perMinute
    this.#limit = new RateLimit(perMinute)
    this.#shared = shared
    this.#log = log
  }

  /** Must be called before the session is queried; `session` is the one that the cookie claims. */
  check(session: string | undefined, network: string): void {
    this.#limit.check(this.#accountOf(session) ?? network)
  }

  /** Must be called after the session is queried; `account` is undefined without a valid session. */
  take(session: string | undefined, network: string, account: string | undefined): void {
    if (session !== undefined && account !== undefined) {
      if (this.#accounts.size >= maximumKeys) this.#accounts.clear()
      this.#accounts.set(session, account)
    }
    this.#count(account ?? network)
  }

  /** Replaces `check` and `take` where the query of the session does not return the account. */
  takeByCookie(session: string | undefined, network: string): void {
    this.#count(this.#accountOf(session) ?? network)
  }

  /** The calls that a key may still make in this window, and the seconds until it ends. */
  left(key: string): { readonly remaining: number; readonly seconds: number } {
    const remaining = Math.max(0, this.#perMinute - this.#limit.count(key))
    return { remaining, seconds: Math.max(1, Math.ceil(this.#limit.left() / 1000)) }
  }

  /**
   * States the calls of the busy keys, and refuses those that exceed the limit together with other processes. Never
   * rejects.
   */
  async report(): Promise<void> {
    const uses = [...this.#busy].map((key) => ({ name: key, uses: this.#limit.count(key) }))
    this.#busy.clear()
    try {
      for (const { name, uses: total } of await this.#shared.state(uses, this.#limit.left()))
        if (total > this.#perMinute) this.#limit.exhaust(name)
    } catch (error) {
      this.#log.warn({ err: error }, 'calls were not added to those of the other processes')
    }
  }

  #count(key: string): void {
    const calls = this.#limit.take(key)
    if (calls < this.#perMinute * sharedFrom) return
    if (this.#busy.size === 0) setTimeout(() => void this.report(), second).unref()
    this.#busy.add(key)
  }

  #accountOf(session: string | undefined): string | undefined {
    return session === undefined ? undefined : this.#accounts.get(session)
  }
}
