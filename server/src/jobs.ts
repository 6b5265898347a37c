import { startResetMails } from './features/accounts/links/reset-mail-job.ts'
import { checkProviderAccounts } from './features/accounts/provider/check-provider-accounts.ts'
import { cleanUpSessions } from './features/accounts/sessions/clean-up-sessions.ts'
import { forgetOldEvents } from './features/analytics/forget-old-events.ts'
import { startDocumentJobs } from './features/documents/document-jobs.ts'
import { reconcileDaily } from './features/documents/reconcile.ts'
import { remindOfExpiry } from './features/documents/remind-of-expiry.ts'
import { eraseInquiries } from './features/inquiries/erase-inquiries.ts'
import { cleanUpPartners } from './features/partners/clean-up-partners.ts'
import { startDeliveries } from './features/partners/deliveries/delivery-jobs.ts'
import { emptyPayloads } from './features/partners/deliveries/empty-payloads.ts'
import { giveUpWaiting } from './features/partners/deliveries/give-up-waiting.ts'
import { wakeForgotten } from './features/partners/deliveries/wake-deliveries.ts'
import type { Services } from './services.ts'

const minute = 60 * 1000
const hour = 60 * minute

/** What is done without anybody asking. Any number of processes may do it at once; `stop` waits for what runs. */
export async function startJobs(services: Services): Promise<{ stop(): Promise<void> }> {
  await services.mails.startDelivery()
  await startResetMails(services)
  const deliveries = await startDeliveries(services)
  const documents = startDocumentJobs(services)
  let round = runHourly(services)
  const timer = setInterval(() => {
    round = round.then(() => runHourly(services))
  }, hour)
  timer.unref()
  const checks = startProviderChecks(services)
  return {
    async stop() {
      clearInterval(timer)
      const noMoreJobs = services.outbox.stop()
      const stops = [documents.stop(), deliveries.stop(noMoreJobs), checks.stop()]
      await Promise.all([noMoreJobs, ...stops, round])
    },
  }
}

/** Who is due is looked for each minute, so that everybody is asked about every ten (D30). */
function startProviderChecks(services: Services): { stop(): Promise<void> } {
  if (!services.config.firebase) return { stop: async () => undefined }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => checkProviderAccounts(services))
      .catch((error: unknown) => {
        services.log.error({ err: error }, 'asking the provider failed; it is tried again in a minute')
      })
  }, minute)
  timer.unref()
  return {
    stop() {
      clearInterval(timer)
      return running
    },
  }
}

async function runHourly(services: Services): Promise<void> {
  const jobs = [
    () => cleanUpSessions(services.db),
    () => forgetOldEvents(services),
    () => eraseInquiries(services),
    () => cleanUpPartners(services),
    () => remindOfExpiry(services),
    () => wakeForgotten(services),
    () => giveUpWaiting(services),
    () => emptyPayloads(services),
    () => reconcileDaily(services),
  ]
  for (const job of jobs) {
    try {
      await job()
    } catch (error) {
      services.log.error({ err: error }, 'an hourly job failed; it is tried again in an hour')
    }
  }
}
