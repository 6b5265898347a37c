import { inTransaction } from '../../../platform/db/transaction.ts'
import type { PartnerServices } from '../partner-services.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { type Claim, claimDue } from './claim-delivery.ts'
import { deliveryQueue, readJob } from './delivery-queue.ts'
import { wakeSome } from './wake-deliveries.ts'

/** Attempts under way in one process: partners that hang do not keep the others waiting. */
const mostAtOnce = 8
/** How long a stop waits for attempts under way. */
const grace = 3000

export interface DeliveryJobs {
  /** Waits for what is under way, for a while. `noMoreJobs` tells when the outbox has stopped. */
  stop(noMoreJobs: Promise<void>): Promise<void>
}

/**
 * Lets this process make the attempts that are due. A job is done when its attempt is claimed: from then on the
 * delivery has a job for the next one.
 */
export async function startDeliveries(services: PartnerServices): Promise<DeliveryJobs> {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()
  await services.outbox.work(deliveryQueue, async ({ data }) => {
    const job = readJob(data)
    if ('partnerId' in job) return wakeSome(services, job.partnerId, new Date(job.upTo))
    while (running.size >= mostAtOnce) await Promise.race(running)
    const claim = await inTransaction(services.db, (tx) => claimDue(services, tx, job))
    if (!claim) return
    const attempt = attempted(services, claim, stopping.signal).finally(() => running.delete(attempt))
    running.add(attempt)
  })
  return {
    async stop(noMoreJobs) {
      const timer = setTimeout(() => stopping.abort(), grace)
      // A job that the outbox had taken may begin one more attempt.
      await noMoreJobs
      await Promise.all(running)
      clearTimeout(timer)
    },
  }
}

/** Never rejects: whatever went wrong here, the delivery comes again. */
async function attempted(services: PartnerServices, claim: Claim, stop: AbortSignal): Promise<void> {
  try {
    await attemptDelivery(services, claim, stop)
  } catch (error) {
    if (!stop.aborted) {
      services.log.error(
        { err: error, delivery: claim.id },
        'a callback could not be attempted; it comes again',
      )
    }
  }
}
