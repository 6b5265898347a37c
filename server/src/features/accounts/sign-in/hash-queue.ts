import { Problem } from '../../../platform/problem.ts'

/** As long a queue as can be served before callers give up (spec §7: 30 s). */
const maximumWaiting = 500
const retryAfterSeconds = 10

/**
 * Lets `places` acts run at a time, the others wait in order; urgent ones wait for urgent ones only, so that a flood
 * of strangers' guesses does not keep people who are known from signing in.
 */
export class HashQueue {
  readonly #urgent: (() => void)[] = []
  readonly #others: (() => void)[] = []
  #free: number

  constructor(places: number) {
    this.#free = places
  }

  /** @throws Problem TEMPORARILY_UNAVAILABLE if too many wait already */
  async run<T>(urgent: boolean, act: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(urgent ? this.#urgent : this.#others)
    try {
      return await act()
    } finally {
      const next = this.#urgent.shift() ?? this.#others.shift()
      // The place is handed over: nobody who comes in between can take it.
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
