/** Work that repeats in one process. */
export interface Rounds {
  /** Starts the next round now, or after the running one. */
  wake(): void
  /** Starts no more rounds and waits for the running one. */
  stop(): Promise<void>
}

/**
 * Runs `round`, which must not throw, at once and then always after the milliseconds that it returns. `stopped` aborts when no
 * other round follows.
 */
export function startRounds(round: (stopped: AbortSignal) => Promise<number>): Rounds {
  const stopped = new AbortController()
  let wake = () => {}
  const run = async () => {
    while (!stopped.signal.aborted) {
      // Created before the round, so that a call during the round starts another one.
      const { promise: next, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const timer = setTimeout(resolve, await round(stopped.signal)).unref()
      await next
      clearTimeout(timer)
    }
  }
  const running = run()
  return {
    wake: () => wake(),
    stop() {
      stopped.abort()
      wake()
      return running
    },
  }
}
