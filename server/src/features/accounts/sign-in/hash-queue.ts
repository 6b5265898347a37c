import { Problem } from '../../../platform/problem.ts'

/** The queue length that can be processed before callers time out (spec §7: 30 s). */
const maximumWaiting = 500
const retryAfterSeconds = 10

/**
 * Runs `concurrency` acts at a time and the others in order. Urgent acts run first, so that a flood of
 * attempts does not delay sign-ins from devices of the account.
 */
export class HashQueue {
  readonly #urgent: (() => void)[] = []
  readonly #others: (() => void)[] = []
  #free: number

  constructor(concurrency: number) {
    this.#free = concurrency
  }

  async run<T>(urgent: boolean, act: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await this.#wait(urgent ? this.#urgent : this.#others)
    try {
      return await act()
    } finally {
      const next = this.#urgent.shift() ?? this.#others.shift()
      // Passes the permit on directly, so that no later call acquires it.
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
