import type { JobWithMetadata, PgBoss } from 'pg-boss'
import type { Log } from '../log.ts'
import type { OutboxJob, Queue } from './queue.ts'

interface Work {
  readonly handler: (job: OutboxJob) => Promise<void>
  /** Seconds. */
  readonly pollEvery: number
}

/** Starts the worker of a queue and gives its id. A job that was done is deleted: what it held is nobody's any more. */
export async function workOn(boss: PgBoss, log: Log, queue: Queue, work: Work): Promise<string> {
  const options = {
    pollingIntervalSeconds: work.pollEvery,
    localConcurrency: queue.concurrency,
    includeMetadata: true,
  } as const
  let worker: string | undefined
  worker = await boss.work<object, void, typeof options>(queue.name, options, async ([job]) => {
    if (!job) return
    // Others may wait behind it: the next look comes right after this one, not at the next turn.
    if (worker !== undefined) boss.notifyWorker(worker)
    try {
      await work.handler({ id: job.id, data: job.data, signal: job.signal })
    } catch (error) {
      tellFailure(log, queue, job, error)
      throw withoutDetails(error)
    }
    await boss.deleteJob(queue.name, { id: job.id, retryCount: job.retryCount })
  })
  return worker
}

/** Addresses and contents may stand in messages of foreign servers: the log gets code and place only. */
function tellFailure(log: Log, queue: Queue, job: JobWithMetadata<object>, error: unknown): void {
  const last = job.retryCount >= job.retryLimit
  const entry = {
    queue: queue.name,
    job: job.id,
    attempt: job.retryCount + 1,
    code: codeOf(error),
    response: responseOf(error),
  }
  if (last) log.error(entry, 'a job of the outbox failed for the last time and was put aside')
  else log.warn(entry, 'a job of the outbox failed; it is tried again')
}

/** The queue keeps what it is thrown. */
function withoutDetails(error: unknown): Error {
  return new Error(codeOf(error))
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The three digits of an SMTP server. */
function responseOf(error: unknown): number | undefined {
  const named = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  return typeof named === 'number' ? named : undefined
}
