import { once } from 'node:events'
import { minute, second } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { fromNow } from '../db/time.ts'
import { afterCommit, type Tx } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import { startAttempts } from '../jobs/attempts.ts'
import type { Log } from '../log.ts'

/**
 * Milliseconds before each attempt after the first, which become longer by up to a fifth: about six hours. Then the job
 * is a dead letter for the operator.
 */
const standardRetries = [
  ...[15 * second, 30 * second],
  ...[1, 2, 4, 8, 15, 30, 60, 60, 60, 60, 60].map((minutes) => minutes * minute),
]

interface NewJob {
  /** By default a new one. */
  readonly id?: string
  readonly data?: object
  readonly box?: Buffer
  /** Milliseconds from the beginning of the transaction to the first attempt. */
  readonly wait?: number
}

export interface OutboxJob {
  /** The same in every attempt. */
  readonly id: string
  readonly data: unknown
  readonly box: Buffer | null
}

interface Claim extends OutboxJob {
  /** The number of the claimed attempt. */
  readonly attempts: number
}

/**
 * Jobs with effects outside the database. A job is written in the transaction of the act that causes it, and
 * runs at least once after the commit, in any process. Its times are those of the database.
 */
export interface Outbox {
  /** Writes a job in `tx`; a rollback removes it. */
  enqueue(tx: Tx, queue: string, job: NewJob): Promise<void>
  /** Starts a worker for `queue`, which runs one job at a time. A job whose handler throws is retried. */
  work(queue: string, handler: (job: OutboxJob) => Promise<void>): void
  /**
   * Starts no more jobs and waits up to `grace` milliseconds for running jobs. The others are due again after their
   * timeout.
   */
  stop(grace?: number): Promise<void>
}

interface OutboxOptions {
  readonly db: Db
  readonly log: Log
  /** Milliseconds between two polls for jobs of other processes. */
  readonly pollEvery?: number
  readonly retries?: readonly number[]
  /** Milliseconds after which an attempt counts as failed, because its process may have been killed. */
  readonly timeout?: number
}

export function createOutbox(options: OutboxOptions): Outbox {
  const { db, log, pollEvery = 2 * second, retries = standardRetries, timeout = minute } = options
  const workers = new Map<string, ReturnType<typeof startAttempts>>()
  return {
    async enqueue(tx, queue, { id = newId(), data = {}, box = null, wait = 0 }) {
      await tx
        .insertInto('outbox')
        .values({ id, box, queue, data: JSON.stringify(data), next_attempt_at: fromNow(wait) })
        .execute()
      afterCommit(tx, () => workers.get(queue)?.wake())
    },
    work(queue, handler) {
      const worker = startAttempts<Claim>(log, {
        name: queue,
        atOnce: 1,
        longestPause: pollEvery,
        findNext: () => findNext(db, queue),
        claim: (id) => claimJob(db, id, timeout),
        async attempt(claim, stop) {
          try {
            if (claim.attempts > retries.length + 1) throw new Error('a process died in each attempt')
            const cut = AbortSignal.any([stop, AbortSignal.timeout(timeout)])
            await Promise.race([handler(claim), once(cut, 'abort').then(() => cut.throwIfAborted())])
          } catch (error) {
            if (stop.aborted) return
            const pause = retries[claim.attempts - 1]
            logFailure(log, { queue, job: claim.id, attempt: claim.attempts }, error, pause === undefined)
            await planRetry(db, claim, pause)
            return
          }
          // The job is deleted at once, since it may contain personal data.
          await db.deleteFrom('outbox').where('id', '=', claim.id).execute()
        },
      })
      workers.set(queue, worker)
    },
    async stop(grace) {
      await Promise.all([...workers.values()].map((worker) => worker.stop(grace)))
    },
  }
}

async function findNext(db: Db, queue: string): Promise<{ id: string; wait: number }[]> {
  return await db
    .selectFrom('outbox')
    .select([
      'id',
      sql<number>`extract(epoch FROM next_attempt_at - clock_timestamp())::float8 * 1000`.as('wait'),
    ])
    .where('queue', '=', queue)
    .where('next_attempt_at', 'is not', null)
    .orderBy('next_attempt_at')
    .orderBy('id')
    .limit(1)
    .execute()
}

/** Claims a job. The attempt counts even if its process is killed: the job is due again after the timeout. */
async function claimJob(db: Db, id: string, timeout: number): Promise<Claim | undefined> {
  return await db
    .updateTable('outbox')
    .set({ attempts: sql`attempts + 1`, next_attempt_at: fromNow(timeout) })
    .where('id', '=', id)
    .where('next_attempt_at', '<=', sql<Date>`clock_timestamp()`)
    .returning(['id', 'data', 'box', 'attempts'])
    .executeTakeFirst()
}

/** Plans the next attempt after `pause`; without a pause, the job becomes a dead letter. */
async function planRetry(db: Db, { id, attempts }: Claim, pause: number | undefined): Promise<void> {
  await db
    .updateTable('outbox')
    .set(
      pause === undefined
        ? { next_attempt_at: null, ended_at: sql`now()` }
        : { next_attempt_at: fromNow(pause * (1 + 0.2 * Math.random())) },
    )
    .where('id', '=', id)
    .where('attempts', '=', attempts) // unless another process has claimed it after the timeout
    .execute()
}

/** Logs codes only: messages of other servers may contain addresses and contents. */
function logFailure(log: Log, job: object, error: unknown, last: boolean): void {
  const entry = { ...job, code: codeOf(error), response: responseOf(error) }
  if (last) log.error(entry, 'a job of the outbox failed for the last time and is now a dead letter')
  else log.warn(entry, 'a job of the outbox failed; retrying')
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

/** Deletes those of the jobs of which no attempt has begun, and returns whether that was all of them. */
export async function withdrawJobs(tx: Tx, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const withdrawn = await tx
    .deleteFrom('outbox')
    .where('id', 'in', [...ids])
    .where('attempts', '=', 0)
    .returning('id')
    .execute()
  return withdrawn.length === ids.length
}
