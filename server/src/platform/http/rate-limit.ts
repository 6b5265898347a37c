import { Problem } from '../problem.ts'

const windowMs = 60_000
/** More callers than this in one minute share one counter: memory stays bounded under a flood of addresses. */
const maximumKeys = 100_000

/** Counts calls by key in windows of a minute; each process counts for itself. */
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

  /** @throws Problem RATE_LIMITED with the seconds until the window ends */
  take(key: string): void {
    const now = this.#now()
    if (now >= this.#windowEnds) {
      this.#counts.clear()
      this.#windowEnds = now + windowMs
    }
    const known = this.#counts.get(key)
    const counted = known === undefined && this.#counts.size >= maximumKeys ? '' : key
    const count = (this.#counts.get(counted) ?? 0) + 1
    this.#counts.set(counted, count)
    if (count <= this.#perMinute) return
    const retryAfterSeconds = Math.max(1, Math.ceil((this.#windowEnds - now) / 1000))
    throw new Problem('RATE_LIMITED', { retryAfterSeconds })
  }
}
