import { limits } from '@kyc/contract/limits.ts'
import { purgeAnswers } from '../../platform/idempotency/idempotency-claims.ts'
import { deleteQueuedObjects } from './delete-objects.ts'
import type { DocumentServices } from './document-services.ts'
import { forgetPastQuotas } from './intake/charge-quota.ts'
import { sweepIntents } from './intake/sweep-intents.ts'

type JobServices = Pick<DocumentServices, 'clock' | 'db' | 'log' | 'store'>

/**
 * Clears away, at the start and every minute, what crashed uploads and destroyed documents have left. Any number of
 * processes may do it at once. `stop` resolves when a round under way has ended.
 */
export function startDocumentJobs(services: JobServices): { stop(): Promise<void> } {
  let round: Promise<void> = run(services, [...jobs, ({ store, clock }) => store.sweepLeftovers(clock.now())])
  const timer = setInterval(() => {
    round = round.then(() => run(services, jobs))
  }, limits.sweepEvery)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      return round
    },
  }
}

type Job = (services: JobServices) => Promise<unknown>

const jobs: readonly Job[] = [
  sweepIntents,
  deleteQueuedObjects,
  ({ db }) => purgeAnswers(db),
  forgetPastQuotas,
]

async function run(services: JobServices, all: readonly Job[]): Promise<void> {
  for (const job of all) {
    try {
      await job(services)
    } catch (error) {
      services.log.error({ err: error }, 'clearing away after uploads failed; it is tried again in a minute')
    }
  }
}
