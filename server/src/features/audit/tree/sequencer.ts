import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import { type Db, keyLookups, openDatabase } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { CheckpointStore } from '../../../platform/transparency/checkpoint-store.ts'
import type { NoteSigner } from '../../../platform/transparency/signed-note.ts'
import type { AuditKeys } from '../entry-box.ts'
import { checkHead } from './check-head.ts'
import { openCheckpoint } from './checkpoint.ts'
import { openTree, type SealedTree, type SealingServices, sealPending } from './seal-entries.ts'
import { notePublished } from './tree-repository.ts'

interface SequencerServices {
  readonly clock: Clock
  readonly log: Log
  readonly auditKeys: AuditKeys
  readonly auditSigner: NoteSigner
  readonly checkpoints: CheckpointStore
}

interface SequencerOptions {
  /** Milliseconds between two publications. */
  readonly publishEvery?: number
}

const pollEvery = 0.5 * second
const retryAfter = 2 * second

/**
 * Seals new entries of the log within a second, in one of all processes: the one that holds an advisory lock on its
 * connection. If it exits or loses the connection, another takes over within 2 s; if it hangs or its host disappears,
 * within 15 s.
 * `stop` seals and publishes what is left.
 */
export function startSequencer(
  services: SequencerServices,
  databaseUrl: string,
  { publishEvery = 10 * second }: SequencerOptions = {},
): { stop(): Promise<void> } {
  const stop = new AbortController()
  const run = async () => {
    let reported = ''
    while (!stop.signal.aborted) {
      try {
        await lead(services, databaseUrl, publishEvery, stop.signal)
        reported = ''
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        if (message !== reported) services.log.error({ err: error }, 'the audit log is not being sealed')
        reported = message
      }
      await pause(retryAfter, stop.signal)
    }
  }
  const running = run()
  return {
    stop() {
      stop.abort()
      return running
    },
  }
}

/** The lock ends with its session, so that session ends when the process hangs or its host disappears. */
const sessionSettings = {
  ...keyLookups,
  statement_timeout: '60000',
  idle_session_timeout: '10000',
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
}

/** Seals until `stop`, if no other process does. */
async function lead(
  services: SequencerServices,
  databaseUrl: string,
  publishEvery: number,
  stop: AbortSignal,
): Promise<void> {
  const { db: pool, close } = openDatabase(databaseUrl, services.log, { max: 1, settings: sessionSettings })
  try {
    await pool.connection().execute(async (db) => {
      while (!(await lock(db))) {
        await pause(retryAfter, stop)
        if (stop.aborted) return
      }
      await sealUntil(stop, { ...services, db }, publishEvery)
    })
  } finally {
    await close()
  }
}

async function sealUntil(
  stop: AbortSignal,
  services: SequencerServices & SealingServices,
  publishEvery: number,
): Promise<void> {
  await checkHead(services)
  let sealed = await openTree(services)
  let published = Number.NEGATIVE_INFINITY
  let publishedSize = -1
  let notedSize = -1
  let publishing: Promise<void> | undefined
  // The loop below does not wait for it, so that entries are sealed while the store of the checkpoints is slow or down.
  const publishNewest = async () => {
    const size = sealed.newest?.size ?? 0
    if (size === publishedSize) return
    try {
      await publish(services, sealed)
      publishedSize = size
    } catch (error) {
      services.log.error({ err: error }, 'the checkpoint of the audit log was not published')
    }
    published = performance.now()
  }
  // Notes a size only after its publication, so that a noted size without its file shows a deletion. Runs outside the
  // publication, which has no connection.
  const note = async () => {
    if (publishedSize > notedSize) await notePublished(services.db, publishedSize)
    notedSize = publishedSize
  }
  for (;;) {
    await note()
    // Read before the sealing: if the stop comes during it, another round seals what was committed meanwhile.
    const last = stop.aborted
    const before = sealed
    sealed = await sealPending(services, sealed)
    if (!publishing && performance.now() - published >= publishEvery) {
      publishing = publishNewest().finally(() => {
        publishing = undefined
      })
    }
    if (sealed !== before) continue
    if (last) {
      await publishing
      await publishNewest()
      return note()
    }
    await pause(pollEvery, stop)
  }
}

/**
 * Publishes the newest checkpoint. Call it after the commit only: a checkpoint that was published and then rolled back
 * would prove a loss.
 */
export async function publish(
  { auditSigner, checkpoints, log }: Omit<SequencerServices, 'auditKeys' | 'clock'>,
  { newest }: SealedTree,
): Promise<void> {
  await checkpoints.publishKey(auditSigner.vkey)
  const checkpoint = newest && openCheckpoint(auditSigner, newest.note)
  if (!newest || !checkpoint) return
  await checkpoints.publish({ ...newest, at: checkpoint.sealedAt })
  log.info({ checkpoint: newest.note }, 'published a checkpoint of the audit log')
}

const lockName = 'audit-sequencer'

async function lock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    SELECT pg_try_advisory_lock(hashtextextended(${lockName}, 0)) AS locked`.execute(db)
  return rows[0]?.locked ?? false
}

async function pause(milliseconds: number, stop: AbortSignal): Promise<void> {
  // Rejects when stopped, which ends the pause.
  await sleep(milliseconds, undefined, { signal: stop, ref: false }).catch(() => undefined)
}
