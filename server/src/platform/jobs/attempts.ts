import type { Log } from '../log.ts'
import { type Rounds, startRounds } from './rounds.ts'

/** Rows with the time of their next attempt, each of which is attempted until it succeeds or is given up. */
interface Attempts<Claim> {
  /** What is attempted, for the log. */
  readonly name: string
  /** Concurrent attempts of one process. */
  readonly atOnce: number
  /**
   * The longest time between two rounds in milliseconds. It delays the rows of other processes, and those whose signal
   * was lost.
   */
  readonly longestPause: number
  /** The next attempts in the order of their time, also of those that are not due yet. Acquires no lock. */
  findNext(): Promise<readonly NextAttempt[]>
  /** Claims an attempt; undefined if it is not due any more or not permitted now. */
  claim(id: string): Promise<Claim | undefined>
  /** Makes the attempt and stores its result. If it throws, the attempt is due again when its claim ends. */
  attempt(claim: Claim, stop: AbortSignal): Promise<void>
}

interface NextAttempt {
  readonly id: string
  /** Milliseconds until the attempt is due. */
  readonly wait: number
}

interface Attempting extends Pick<Rounds, 'wake'> {
  /** Waits up to `grace` milliseconds for the attempts of this process, then aborts them. */
  stop(grace?: number): Promise<void>
}

const shortestPause = 500
/** Milliseconds until the next round if a due attempt could not be claimed. */
const busyPause = 2000
const standardGrace = 3000

/**
 * Makes due attempts until `stop`. Any number of processes may do so. A round runs at the time of the next attempt,
 * when an attempt ends, and after `wake`.
 */
export function startAttempts<Claim>(log: Log, attempts: Attempts<Claim>): Attempting {
  const { name, atOnce, longestPause } = attempts
  const running = new Set<Promise<void>>()
  const cut = new AbortController()
  const start = (claim: Claim) => {
    const attempt = attempts
      .attempt(claim, cut.signal)
      .catch((error: unknown) => {
        if (!cut.signal.aborted)
          log.error({ err: error, attempts: name }, 'an attempt failed; it is repeated')
      })
      .finally(() => {
        running.delete(attempt)
        rounds.wake()
      })
    running.add(attempt)
  }
  /** Starts the attempts that are due and returns the milliseconds until the next round. */
  const runRound = async (stopped: AbortSignal): Promise<number> => {
    if (running.size >= atOnce) return longestPause // the end of an attempt starts the next round
    let pause = longestPause
    for (const { id, wait } of await attempts.findNext()) {
      if (wait > 0) return Math.min(pause, Math.max(wait, shortestPause))
      if (stopped.aborted || running.size >= atOnce) return longestPause
      const claim = await attempts.claim(id)
      if (claim) start(claim)
      else pause = Math.min(longestPause, busyPause)
    }
    return pause
  }
  const rounds = startRounds((stopped) =>
    runRound(stopped).catch((error: unknown) => {
      log.warn({ err: error, attempts: name }, 'due attempts could not be read; retrying')
      return shortestPause
    }),
  )
  return {
    wake: rounds.wake,
    async stop(grace = standardGrace) {
      const timer = setTimeout(() => cut.abort(), grace)
      await rounds.stop()
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}
