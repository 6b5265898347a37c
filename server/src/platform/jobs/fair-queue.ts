/** Limits concurrent jobs and schedules them fairly by owner, so that no owner can block the others. */
export class FairQueue {
  #free: number
  readonly #running = new Map<string, number>()
  /** The functions that start the waiting jobs, by owner in round-robin order: a served owner moves to the end. */
  readonly #waiting = new Map<string, Set<() => void>>()

  constructor(atOnce: number) {
    this.#free = atOnce
  }

  /** The jobs that run, and those that wait for a slot. */
  load(): { readonly running: number; readonly waiting: number } {
    const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0)
    return {
      running: sum(this.#running.values()),
      waiting: sum([...this.#waiting.values()].map(({ size }) => size)),
    }
  }

  /** Runs `job` in a slot of `owner`. */
  async run<T>(owner: string, job: () => Promise<T>): Promise<T> {
    const release = await this.acquire(owner)
    try {
      return await job()
    } finally {
      release()
    }
  }

  /**
   * Waits for a slot and returns the function that releases it.
   * @throws the reason of `signal` if it aborts first
   */
  acquire(owner: string, signal?: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const start = () => {
        signal?.removeEventListener('abort', leave)
        resolve(() => this.#end(owner))
      }
      const leave = () => {
        this.#remove(owner, start)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      this.#waiting.set(owner, (this.#waiting.get(owner) ?? new Set()).add(start))
      this.#startNext()
    })
  }

  #startNext(): void {
    while (this.#free > 0) {
      const owner = this.#nextOwner()
      if (owner === undefined) return
      const starts = this.#waiting.get(owner)
      const [start] = starts ?? []
      if (!starts || !start) throw new Error('an owner without a waiting job')
      this.#waiting.delete(owner)
      starts.delete(start)
      if (starts.size > 0) this.#waiting.set(owner, starts)
      this.#free--
      this.#running.set(owner, (this.#running.get(owner) ?? 0) + 1)
      start()
    }
  }

  /** The owner with the fewest running jobs; among equals, the least recently served. */
  #nextOwner(): string | undefined {
    let best: string | undefined
    let fewest = Number.POSITIVE_INFINITY
    for (const owner of this.#waiting.keys()) {
      const running = this.#running.get(owner) ?? 0
      if (running < fewest) [best, fewest] = [owner, running]
    }
    return best
  }

  #remove(owner: string, start: () => void): void {
    const starts = this.#waiting.get(owner)
    starts?.delete(start)
    if (starts?.size === 0) this.#waiting.delete(owner)
  }

  #end(owner: string): void {
    const left = (this.#running.get(owner) ?? 1) - 1
    if (left > 0) this.#running.set(owner, left)
    else this.#running.delete(owner)
    this.#free++
    this.#startNext()
  }
}
