import { minute } from '@kyc/contract/durations.ts'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from '../db/database.ts'
import { afterCommit, type Tx } from '../db/transaction.ts'
import type { Log } from '../log.ts'
import { outboxSchema } from './install-outbox.ts'
import { poolAdapter } from './pool-adapter.ts'
import { deadQueueOf, type OutboxJob, type Queue } from './queue.ts'
import { workOn } from './work-on.ts'

/**
 * What leaves the product, written in the transaction of the act that caused it and done after its commit, by any
 * process, at least once.
 */
export interface Outbox {
  /** Writes a job in `tx`: if that rolls back, there never was one. `notBefore` puts it off. */
  enqueue(tx: Tx, queue: Queue, data: object, options?: { notBefore?: Date }): Promise<void>
  /**
   * Lets this process work on `queue`. A job whose handler throws comes again later; the last failure moves it to
   * the dead letters and tells the log.
   */
  work(queue: Queue, handler: (job: OutboxJob) => Promise<void>): Promise<void>
  /** Takes no more jobs, waits `grace` milliseconds for those that run and gives the others back. */
  stop(grace?: number): Promise<void>
}

export interface OutboxOptions {
  readonly db: Db
  readonly log: Log
  /** Seconds between two looks for jobs; what this process enqueues itself is seen at once. */
  readonly pollEvery?: number
  /** Milliseconds between two looks for jobs of processes that died. */
  readonly superviseEvery?: number
}

const standardPoll = 2
const standardSupervision = minute
const standardGrace = 4000

/** The queues of a migrated database. Nothing is asked of it before the first call. */
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
    const known = ready.get(queue.name) ?? start().then(() => ensureQueue(boss, queue))
    ready.set(queue.name, known)
    // A database that was away must not keep the queue shut for good.
    known.catch(() => {
      ready.delete(queue.name)
      started = undefined
    })
    return known
  }
  return {
    async enqueue(tx, queue, data, { notBefore } = {}) {
      await ensure(queue)
      const later = notBefore ? { startAfter: notBefore } : {}
      await boss.send(queue.name, data, { db: fromKysely(tx), ...later })
      afterCommit(tx, () => {
        const worker = workers.get(queue.name)
        if (worker !== undefined) boss.notifyWorker(worker)
      })
    },
    async work(queue, handler) {
      await ensure(queue)
      supervision ??= setInterval(() => void supervise(boss, log), superviseEvery).unref()
      workers.set(queue.name, await workOn(boss, log, queue, { handler, pollEvery }))
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

/** It runs on our own pool and role, which may not alter tables: migrations are the owner's (installOutbox). */
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
  boss.on('error', (error) => log.warn({ err: error }, 'the outbox could not reach its queues'))
  // What a warning holds beside its sentence may be rows.
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the outbox warns'))
  return boss
}

/** Settings of a queue that was made by an earlier version follow this one. */
async function ensureQueue(boss: PgBoss, queue: Queue): Promise<void> {
  const dead = deadQueueOf(queue)
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

/** Gives back the jobs of processes that died, and clears away what has been kept long enough. */
async function supervise(boss: PgBoss, log: Log): Promise<void> {
  try {
    await boss.supervise()
  } catch (error) {
    log.warn({ err: error }, 'looking after the queues failed; it is tried again in a minute')
  }
}

async function finishRunning(boss: PgBoss, queues: readonly string[], grace: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, grace)
  const ended = Promise.all(queues.map((name) => boss.offWork(name, { wait: true })))
  await Promise.race([ended, late]).finally(() => clearTimeout(timer))
}
