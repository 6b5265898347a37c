import { cleanUpSessions } from './features/accounts/clean-up.ts'
import { forgetOldEvents } from './features/analytics/forget-old-events.ts'
import { startDocumentJobs } from './features/documents/document-jobs.ts'
import type { Services } from './services.ts'

const hour = 60 * 60 * 1000

/** What is done without anybody asking. Any number of processes may do it at once; `stop` waits for what runs. */
export function startJobs(services: Services): { stop(): Promise<void> } {
  const documents = startDocumentJobs(services)
  let round = keepTablesSmall(services)
  const timer = setInterval(() => {
    round = round.then(() => keepTablesSmall(services))
  }, hour)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all([documents.stop(), round])
    },
  }
}

async function keepTablesSmall(services: Services): Promise<void> {
  for (const job of [() => cleanUpSessions(services.db), () => forgetOldEvents(services)]) {
    try {
      await job()
    } catch (error) {
      services.log.error({ err: error }, 'clearing old rows failed; it is tried again in an hour')
    }
  }
}
