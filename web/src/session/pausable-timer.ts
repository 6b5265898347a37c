/** The clock of the browser, replaced in tests. */
export interface TimerClock {
  readonly now: () => number
  readonly setTimeout: (run: () => void, milliseconds: number) => number
  readonly clearTimeout: (timer: number) => void
}

/** Runs something every `period` milliseconds of time that is not paused. */
export class PausableTimer {
  readonly #clock: TimerClock
  readonly #period: number
  readonly #run: () => void
  #left: number
  #startedAt: number | null = null
  #timer: number | null = null

  constructor(clock: TimerClock, period: number, run: () => void) {
    this.#clock = clock
    this.#period = period
    this.#run = run
    this.#left = period
  }

  resume(): void {
    if (this.#timer !== null) return
    this.#startedAt = this.#clock.now()
    this.#timer = this.#clock.setTimeout(() => this.#fire(), this.#left)
  }

  /** The time that is left is kept for `resume`. */
  pause(): void {
    if (this.#timer === null || this.#startedAt === null) return
    this.#clock.clearTimeout(this.#timer)
    this.#left = Math.max(0, this.#left - (this.#clock.now() - this.#startedAt))
    this.#timer = null
  }

  #fire(): void {
    this.#timer = null
    this.#left = this.#period
    this.resume()
    this.#run()
  }
}
