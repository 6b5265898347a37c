import { inTransaction } from '../../../platform/db/transaction.ts'
import type { PartnerServices } from '../partner-services.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { type Claim, claimDelivery, findNextAttempts } from './claim-delivery.ts'

/** Concurrent attempts of one process; several, so that a partner that hangs does not delay the others. */
const maximumAttempts = 8
/** Milliseconds that a stop waits for running attempts before it aborts them. */
const grace = 3000
/** Milliseconds between two rounds. The longest pause bounds the delay after a lost signal. */
const longestPause = 30_000
const shortestPause = 500
/** Milliseconds until the next round if a due attempt could not be claimed. */
const busyPause = 2000

/**
 * Makes due attempts (D35) until `stop` is called. Any number of processes may run a scheduler. A round runs
 * at the time of the next attempt, when an attempt ends, and when a signal reports a change of the audit log,
 * which every change of a delivery or partner causes. `stop` waits for the attempts that this process
 * started.
 */
export function startDeliveries(services: PartnerServices): { stop(): Promise<void> } {
  const running = new Set<Promise<void>>()
  const abort = new AbortController()
  let stopped = false
  let startRound = () => {}

  const start = (claim: Claim) => {
    const attempt = attemptDelivery(services, claim, abort.signal)
      .catch((error: unknown) => {
        if (abort.signal.aborted) return
        services.log.error(
          { err: error, delivery: claim.id },
          'a callback attempt failed; the scheduler retries it',
        )
      })
      .finally(() => {
        running.delete(attempt)
        startRound()
      })
    running.add(attempt)
  }
  /** Starts the attempts that are due and returns the milliseconds until the next round. */
  const runRound = async (): Promise<number> => {
    if (running.size >= maximumAttempts) return longestPause // the end of an attempt starts the next round
    let pause = longestPause
    for (const { id, next_attempt_at } of await findNextAttempts(services.db)) {
      const untilDue = next_attempt_at.getTime() - services.clock.now().getTime()
      if (untilDue > 0) return Math.min(pause, untilDue)
      if (stopped || running.size >= maximumAttempts) return longestPause
      const claim = await inTransaction(services.db, (tx) => claimDelivery(services, tx, id, 'schedule'))
      if (claim) start(claim)
      else pause = busyPause
    }
    return pause
  }
  const runRounds = async () => {
    while (!stopped) {
      // Created before the round, so that a change during the round starts another one.
      const { promise: nextRound, resolve } = Promise.withResolvers<void>()
      startRound = resolve
      const pause = await runRound().catch((error: unknown) => {
        services.log.warn({ err: error }, 'due callbacks could not be read; retrying')
        return shortestPause
      })
      const timer = setTimeout(resolve, Math.max(pause, shortestPause))
      await nextRound
      clearTimeout(timer)
    }
  }

  const unlisten = services.changed.listen(() => startRound())
  const rounds = runRounds()
  return {
    async stop() {
      stopped = true
      startRound()
      const timer = setTimeout(() => abort.abort(), grace)
      await Promise.all([unlisten(), rounds])
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}
