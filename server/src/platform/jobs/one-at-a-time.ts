/** Runs `act` at most once at a time: a call during a run returns the promise of that run. */
export function oneAtATime<T>(act: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= act().finally(() => {
      running = undefined
    })
    return running
  }
}
