import { minute } from '@kyc/contract/durations.ts'
import { Problem } from '../../problem.ts'
import type { SharedCalls } from './shared-calls.ts'

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

  /**
   * Counts a call and returns the number of calls in this window.
   * @throws Problem RATE_LIMITED with the seconds until the window ends
   */
  take(key: string): number {
    const counter = this.#counterOf(key)
    const count = (this.#counts.get(counter) ?? 0) + 1
    this.#counts.set(counter, count)
    if (count > this.#perMinute) throw this.#limited()
    return count
  }

  /**
   * Throws like the next `take`, without counting a call.
   * @throws Problem RATE_LIMITED with the seconds until the window ends
   */
  check(key: string): void {
    if ((this.#counts.get(this.#counterOf(key)) ?? 0) >= this.#perMinute) throw this.#limited()
  }

  #counterOf(key: string): string {
    if (this.#now() >= this.#windowEnds) {
      this.#counts.clear()
      this.#windowEnds = this.#now() + windowMs
    }
    return this.#counts.has(key) || this.#counts.size < maximumKeys ? key : ''
  }

  #limited(): Problem {
    const retryAfterSeconds = Math.max(1, Math.ceil((this.#windowEnds - this.#now()) / 1000))
    return new Problem('RATE_LIMITED', { retryAfterSeconds })
  }
}

/**
 * Limits calls by account, or by network without a valid session. A call over its limit is refused before its session
 * is queried: unknown cookies count for their network, known sessions for their account.
 */
export class CallLimit {
  readonly #limit: RateLimit
  readonly #shared: SharedCalls | undefined
  readonly #accounts = new Map<string, string>()

  /** `shared` adds the calls of the other processes. */
  constructor(perMinute: number, shared?: SharedCalls) {
    this.#limit = new RateLimit(perMinute)
    this.#shared = shared
  }

  /**
   * Must be called before the session is queried; `session` is the one that the cookie claims.
   * @throws Problem RATE_LIMITED
   */
  check(session: string | undefined, network: string): void {
    const key = this.#accountOf(session) ?? network
    this.#limit.check(key)
    const retryAfterSeconds = this.#shared?.refusedFor(key)
    if (retryAfterSeconds !== undefined) throw new Problem('RATE_LIMITED', { retryAfterSeconds })
  }

  /**
   * Must be called after the session is queried; `account` is undefined without a valid session.
   * @throws Problem RATE_LIMITED
   */
  take(session: string | undefined, network: string, account: string | undefined): void {
    if (session !== undefined && account !== undefined) {
      if (this.#accounts.size >= maximumKeys) this.#accounts.clear()
      this.#accounts.set(session, account)
    }
    this.#count(account ?? network)
  }

  /**
   * Replaces both where the query does not return the account.
   * @throws Problem RATE_LIMITED
   */
  takeByCookie(session: string | undefined, network: string): void {
    this.#count(this.#accountOf(session) ?? network)
  }

  #count(key: string): void {
    const calls = this.#limit.take(key)
    this.#shared?.count(key, calls)
  }

  #accountOf(session: string | undefined): string | undefined {
    return session === undefined ? undefined : this.#accounts.get(session)
  }
}
