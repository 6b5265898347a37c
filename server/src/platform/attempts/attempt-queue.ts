import pLimit, { type LimitFunction } from 'p-limit'

/** Below the pool size, so that a flood of attempts leaves connections for other calls. */
const concurrentQueries = 6

/** Limits and orders attempts at secrets within this process. */
export interface AttemptQueue {
  /** Limits concurrent database queries of attempts. */
  readonly query: LimitFunction
  /**
   * Runs `act` after all earlier acts of the same bucket. An attempt counts as failed until its secret is
   * verified, so a few concurrent attempts with the right password would lock the account.
   */
  inOrder<T>(bucket: string, act: () => Promise<T>): Promise<T>
}

export function createAttemptQueue(): AttemptQueue {
  const last = new Map<string, Promise<void>>()
  return {
    query: pLimit(concurrentQueries),
    inOrder(bucket, act) {
      const result = (last.get(bucket) ?? Promise.resolve()).then(act)
      const settled: Promise<void> = result.then(
        () => remove(),
        () => remove(), // the caller handles the failure of its act
      )
      const remove = () => {
        if (last.get(bucket) === settled) last.delete(bucket)
      }
      last.set(bucket, settled)
      return result
    },
  }
}
