import { minute } from '@kyc/contract/durations.ts'
import { CompiledQuery, sql } from 'kysely'
import { fromKysely, type JobWithMetadata, PgBoss, type Db as QueueDatabase } from 'pg-boss'
import type { Db } from '../db/database.ts'
import { afterCommit, type Tx } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { outboxSchema } from './install-outbox.ts'

/** A queue of the outbox and its rules for failed jobs. Times are in seconds. */
export interface Queue {
  readonly name: string
  /** Attempts after the first. */
  readonly retries: number
  /** Delay before the first retry. Doubles with each retry, with jitter. */
  readonly retryDelay: number
  readonly maximumRetryDelay: number
  /** A longer attempt counts as failed, because its process may have died. */
  readonly timeout: number
  /** Retention of jobs without a worker and of dead letters. */
  readonly kept: number
}

interface OutboxJob {
  /** The same in every attempt. */
  readonly id: string
  readonly data: object
  /** Aborts when the process stops or the attempt exceeds its timeout. */
  readonly signal: AbortSignal
}

/**
 * Jobs with effects outside the database. A job is written in the transaction of the act that causes it, and
 * runs at least once after the commit, in any process.
 */
export interface Outbox {
  /** Writes a job in `tx`; a rollback removes it. */
  enqueue(tx: Tx, queue: Queue, data: object): Promise<void>
  /**
   * Starts a worker for `queue`, which runs one job at a time. A job whose handler throws is retried; after
   * the last failure it is moved to the dead letters.
   */
  work(queue: Queue, handler: (job: OutboxJob) => Promise<void>): Promise<void>
  /**
   * Starts no more jobs, waits up to `grace` milliseconds for running jobs and returns the others to their
   * queue.
   */
  stop(grace?: number): Promise<void>
}

interface OutboxOptions {
  readonly db: Db
  readonly log: Log
  /** Seconds between two polls for jobs; jobs that this process enqueues start at once. */
  readonly pollEvery?: number
  /** Milliseconds between two checks for jobs of processes that died. */
  readonly superviseEvery?: number
}

const standardPoll = 2
const standardSupervision = minute
const standardGrace = 4000

/** Works with the queues of a migrated database. Connects at the first call. */
export function createOutbox({
  db,
  log,
  pollEvery = standardPoll,
  superviseEvery = standardSupervision,
}: OutboxOptions): Outbox {
  const boss = createBoss(db, log)
  const workers = new Map<string, string>()
  const ready = new Map<string, Promise<void>>()
  let started: Promise<PgBoss> | undefined
  let supervision: NodeJS.Timeout | undefined
  const start = () => {
    started ??= boss.start()
    return started
  }
  const ensure = (queue: Queue) => {
    const pending = ready.get(queue.name) ?? start().then(() => ensureQueue(boss, queue))
    ready.set(queue.name, pending)
    // After a failure, such as an unavailable database, the next call retries.
    pending.catch(() => {
      ready.delete(queue.name)
      started = undefined
    })
    return pending
  }
  return {
    async enqueue(tx, queue, data) {
      await ensure(queue)
      await boss.send(queue.name, data, { db: fromKysely(tx) })
      afterCommit(tx, () => {
        const worker = workers.get(queue.name)
        if (worker !== undefined) boss.notifyWorker(worker)
      })
    },
    async work(queue, handler) {
      await ensure(queue)
      supervision ??= setInterval(() => void supervise(boss, log), superviseEvery).unref()
      workers.set(queue.name, await startWorker(boss, log, queue, { handler, pollEvery }))
    },
    async stop(grace = standardGrace) {
      clearInterval(supervision)
      if (!started) return
      await started.catch(() => undefined)
      await finishRunning(boss, [...workers.keys()], grace)
      await boss.stop({ graceful: false, close: false })
    },
  }
}

/**
 * Uses the product's pool and its role, which may not alter tables: `installOutbox` migrates as the owner.
 */
function createBoss(db: Db, log: Log): PgBoss {
  const boss = new PgBoss({
    db: poolAdapter(db),
    schema: outboxSchema,
    migrate: false,
    schedule: false,
    supervise: false,
    reindex: false,
    monitorVacuum: false,
    maintenanceIntervalSeconds: 3600,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the outbox could not access its queues'))
  // The other properties of a warning may contain rows.
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'warning of the outbox'))
  return boss
}

/** Creates the queue and its dead-letter queue, and updates the settings of an existing queue. */
async function ensureQueue(boss: PgBoss, queue: Queue): Promise<void> {
  const dead = `${queue.name}.dead`
  await boss.createQueue(dead, { retryLimit: 0, retentionSeconds: queue.kept })
  const settings = {
    retryLimit: queue.retries,
    retryDelay: queue.retryDelay,
    retryBackoff: queue.retryDelay > 0,
    expireInSeconds: queue.timeout,
    retentionSeconds: queue.kept,
    deadLetter: dead,
    ...(queue.retryDelay > 0 ? { retryDelayMax: queue.maximumRetryDelay } : {}),
  }
  await boss.createQueue(queue.name, settings)
  await boss.updateQueue(queue.name, settings)
}

/** Returns the jobs of processes that died to their queue, and deletes expired jobs. */
async function supervise(boss: PgBoss, log: Log): Promise<void> {
  try {
    await boss.supervise()
  } catch (error) {
    log.warn({ err: error }, 'supervising the queues failed; retrying in a minute')
  }
}

async function finishRunning(boss: PgBoss, queues: readonly string[], grace: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, grace)
  const ended = Promise.all(queues.map((name) => boss.offWork(name, { wait: true })))
  await Promise.race([ended, late]).finally(() => clearTimeout(timer))
}

/**
 * Starts the worker of a queue and returns its id. Completed jobs are deleted: they may contain personal
 * data.
 */
async function startWorker(
  boss: PgBoss,
  log: Log,
  queue: Queue,
  { handler, pollEvery }: { handler: (job: OutboxJob) => Promise<void>; pollEvery: number },
): Promise<string> {
  const options = { pollingIntervalSeconds: pollEvery, includeMetadata: true } as const
  let worker: string | undefined
  worker = await boss.work<object, void, typeof options>(queue.name, options, async ([job]) => {
    if (!job) return
    // Poll again right after this job, because more jobs may be queued.
    if (worker !== undefined) boss.notifyWorker(worker)
    try {
      await handler({ id: job.id, data: job.data, signal: job.signal })
    } catch (error) {
      logFailure(log, queue, job, error)
      throw errorToKeep(error)
    }
    await boss.deleteJob(queue.name, { id: job.id, retryCount: job.retryCount })
  })
  return worker
}

/** Logs codes only: messages of other servers may contain addresses and contents. */
function logFailure(log: Log, queue: Queue, job: JobWithMetadata<object>, error: unknown): void {
  const last = job.retryCount >= job.retryLimit
  const entry = {
    queue: queue.name,
    job: job.id,
    attempt: job.retryCount + 1,
    code: codeOf(error),
    response: responseOf(error),
  }
  if (last) log.error(entry, 'a job of the outbox failed for the last time and was moved to the dead letters')
  else log.warn(entry, 'a job of the outbox failed; retrying')
}

/** pg-boss stores the error that a worker throws. */
function errorToKeep(error: unknown): Error {
  return new Error(codeOf(error))
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** The reply code of an SMTP server. */
function responseOf(error: unknown): number | undefined {
  const named = error instanceof Error && 'responseCode' in error ? error.responseCode : undefined
  return typeof named === 'number' ? named : undefined
}

/**
 * Runs the statements of pg-boss on the product's pool. Some open a transaction in their text; on an error it
 * is rolled back, so that the connection returns to the pool in a usable state.
 */
export function poolAdapter(db: Db): QueueDatabase {
  return {
    executeSql: (text, values = []) =>
      db.connection().execute(async (connection) => {
        try {
          const { rows } = await connection.executeQuery(CompiledQuery.raw(text, [...values]))
          return { rows: [...rows] }
        } catch (error) {
          // Also fails if the connection is lost; the first error is the one to throw.
          await sql`ROLLBACK`.execute(connection).catch(() => undefined)
          throw error
        }
      }),
  }
}
