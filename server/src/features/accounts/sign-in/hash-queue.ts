import { Problem } from '../../../platform/problem.ts'

/** The queue that can be served before callers time out (spec §7: 30 s). */
const maximumWaiting = 500
const retryAfterSeconds = 10

/**
 * Runs `places` acts at a time, the others in order. Urgent ones overtake the others, so that a flood of guesses does not
 * delay sign-ins from known browsers.
 */
export class HashQueue {
  readonly #urgent: (() => void)[] = []
  readonly #others: (() => void)[] = []
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  /** @throws Problem TEMPORARILY_UNAVAILABLE if the queue is full */
  async run<T>(urgent: boolean, act: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(urgent ? this.#urgent : this.#others)
    try {
      return await act()
    } finally {
      const next = this.#urgent.shift() ?? this.#others.shift()
      // Hands the place over, so that no later call takes it.
      if (next) next()
      else this.#free += 1
    }
  }

  #wait(queue: (() => void)[]): Promise<void> {
    if (queue.length >= maximumWaiting) throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds })
    return new Promise((resolve) => {
      queue.push(resolve)
    })
  }
}
