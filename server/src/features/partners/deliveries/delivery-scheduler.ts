import { second } from '@kyc/contract/durations.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { startAttempts } from '../../../platform/jobs/attempts.ts'
import type { PartnerServices } from '../partner-services.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { claimDelivery, findNextAttempts } from './claim-delivery.ts'

/**
 * Makes due attempts until `stop` is called. A signal reports changes of the audit log, which every change of a
 * delivery or partner causes.
 */
export function startDeliveries(services: PartnerServices): { stop(): Promise<void> } {
  const { changed, clock, db, log } = services
  const attempts = startAttempts(log, {
    name: 'callbacks',
    atOnce: 8, // several, so that a partner that hangs does not delay the others
    longestPause: 30 * second,
    async findNext() {
      const now = clock.now().getTime()
      return (await findNextAttempts(db)).map(({ id, next_attempt_at }) => ({
        id,
        wait: next_attempt_at.getTime() - now,
      }))
    },
    claim: (id) => inTransaction(db, (tx) => claimDelivery(services, tx, id, 'schedule')),
    attempt: (claim, stop) => attemptDelivery(services, claim, stop),
  })
  const unlisten = changed.listen(attempts.wake)
  return {
    async stop() {
      await Promise.all([unlisten(), attempts.stop()])
    },
  }
}
