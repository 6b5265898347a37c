import pLimit, { type LimitFunction } from 'p-limit'

/** Fewer than the pool has connections: a flood of sign-ins leaves some for everybody else. */
const queriesAtATime = 6

/** Who goes when, among those who sign in. */
export interface SignInTurns {
  /** Limits how many look into the database at once. */
  readonly query: LimitFunction
  /**
   * Runs `act` after all that were given for the same bucket. An attempt counts as failed until the password proves
   * it right (D28): side by side, a handful of people with the right password would lock each other out.
   */
  inOrder<T>(bucket: string, act: () => Promise<T>): Promise<T>
}

export function createSignInTurns(): SignInTurns {
  const last = new Map<string, Promise<void>>()
  return {
    query: pLimit(queriesAtATime),
    inOrder(bucket, act) {
      const mine = (last.get(bucket) ?? Promise.resolve()).then(act)
      const over: Promise<void> = mine.then(
        () => forget(),
        () => forget(), // whoever gave the act hears of its failure
      )
      const forget = () => {
        if (last.get(bucket) === over) last.delete(bucket)
      }
      last.set(bucket, over)
      return mine
    },
  }
}
