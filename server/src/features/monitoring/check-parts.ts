import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type { VirusScanner } from '../../platform/antivirus/virus-scanner.ts'
import type { Config } from '../../platform/config.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Health } from '../../platform/http/health.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { ObjectStore } from '../../platform/storage/object-store.ts'
import type { NoteVerifier } from '../../platform/transparency/signed-note.ts'
import type { AuditKeys } from '../audit/entry-box.ts'
import { lastCode } from '../audit/verify/verification-state.ts'
import type { Intake } from '../documents/intake/intake.ts'
import { findSealingLag } from './state-repository.ts'

interface CheckedServices {
  readonly auditKeys: AuditKeys
  readonly auditSigner: NoteVerifier
  readonly config: Pick<Config, 'release'>
  readonly db: Db
  readonly store: ObjectStore
  readonly unreadable: Unreadable
  /** null without `CLAMD_URL` (D81). */
  readonly virusScanner: VirusScanner | null
  readonly intake: Pick<Intake, 'hasRoom'>
}

/** A part that responds later counts as failing: a load balancer must have the reply before its own timeout. */
const patience = 2 * second

/** In seconds. Entries are sealed within a second; a process that takes over seals them some seconds later. */
const longestLag = 300

/**
 * D47: without the database a process can serve nothing, so it is not ready. Without the other parts it serves lists,
 * details and the log, and so do all other processes of the installation: a failing part is reported, and causes no
 * 503.
 */
export function createHealth({
  auditKeys,
  auditSigner,
  config,
  db,
  intake,
  store,
  unreadable,
  virusScanner,
}: CheckedServices): Health {
  // A check that hangs keeps running, so the next calls join it instead of starting another.
  const checkStore = oneAtATime(() => store.check())
  const checkScanner = virusScanner && oneAtATime(() => virusScanner.check())
  const findRoom = oneAtATime(async () => {
    if (!(await intake.hasRoom())) throw new Error('too little free space')
  })
  const logState = oneAtATime(
    async () =>
      ((await lastCode({ db, auditKeys })) ?? 0) !== 0 ||
      ((await findSealingLag(db, auditSigner)) ?? 0) > longestLag,
  )
  return {
    release: config.release,
    unreadable: unreadable.counts,
    check: async () => ({ database: await stateOf(sql`SELECT 1`.execute(db)) }),
    watch: async () => {
      const [logFails, storage, incoming, antivirus] = await Promise.all([
        // Without a database, `check` reports the outage.
        inTime(logState()).catch(() => undefined),
        stateOf(inTime(checkStore())),
        stateOf(inTime(findRoom())),
        checkScanner && stateOf(inTime(checkScanner())),
      ])
      return {
        storage,
        incoming,
        ...(antivirus && { antivirus }),
        ...(logFails !== undefined && { auditLog: logFails ? 'failing' : 'ok' }),
      }
    },
  }
}

function stateOf(check: Promise<unknown>): Promise<'ok' | 'failing'> {
  return check.then(
    () => 'ok',
    () => 'failing',
  )
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const timer = new AbortController()
  const late = sleep(patience, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error('no answer in time')
  })
  try {
    return await Promise.race([work, late])
  } finally {
    late.catch(() => undefined)
    timer.abort()
  }
}
