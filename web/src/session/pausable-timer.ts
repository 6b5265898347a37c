/** The clock of the browser, replaced in tests. */
export interface TimerClock {
  readonly now: () => number
  readonly setTimeout: (run: () => void, milliseconds: number) => number
  readonly clearTimeout: (timer: number) => void
}

/** Calls `run` every `period` milliseconds, not counting paused time. */
export class PausableTimer {
  readonly #clock: TimerClock
  readonly #period: number
  readonly #run: () => void
  #remaining: number
  #startedAt: number | null = null
  #timer: number | null = null

  constructor(clock: TimerClock, period: number, run: () => void) {
    this.#clock = clock
    this.#period = period
    this.#run = run
    this.#remaining = period
  }

  resume(): void {
    if (this.#timer !== null) return
    this.#startedAt = this.#clock.now()
    this.#timer = this.#clock.setTimeout(() => this.#fire(), this.#remaining)
  }

  /** Keeps the remaining time for `resume`. */
  pause(): void {
    if (this.#timer === null || this.#startedAt === null) return
    this.#clock.clearTimeout(this.#timer)
    this.#remaining = Math.max(0, this.#remaining - (this.#clock.now() - this.#startedAt))
    this.#timer = null
  }

  #fire(): void {
    this.#timer = null
    this.#remaining = this.#period
    this.resume()
    this.#run()
  }
}
