import { second } from '@kyc/contract/durations.ts'
import type { Clock } from '../../platform/clock.ts'
import { measureSkew } from '../../platform/db/clock-skew.ts'
import type { Db } from '../../platform/db/database.ts'
import type { NoteVerifier } from '../../platform/transparency/signed-note.ts'
import type { AuditKeys } from '../audit/entry-box.ts'
import { lastCode } from '../audit/verify/verification-state.ts'
import { findFacts, findQueues, findSealingLag } from './state-repository.ts'

/** Gauges of what all processes share; each process reads the same values. */
export const databaseGauges = {
  kyc_database_up: { help: '1 if the state below could be read from the database' },
  kyc_clock_skew_seconds: { help: 'The clock of this process minus that of the database' },
  kyc_queue_items: {
    help: 'Items in a queue, counted up to 100,000; dead letters of the last 24 hours end in .dead',
    label: 'queue',
  },
  kyc_queue_oldest_seconds: { help: 'Age of the oldest item in a queue', label: 'queue' },
  kyc_locked_accounts: { help: 'Accounts that failed attempts locked within the last 10 minutes' },
  kyc_bulk_view_accounts: { help: 'Accounts that opened unusually many records within the last hour' },
  kyc_audit_sealed_entries: { help: 'Entries of the newest checkpoint of the audit log' },
  kyc_audit_sealing_lag_seconds: { help: 'Age of the oldest entry of the audit log without a seal' },
  kyc_audit_verification_code: {
    help: 'Result of the last verification of the audit log: 0, or the exit code of audit:verify',
  },
  kyc_audit_verification_age_seconds: {
    help: 'Time since the end of the last verification of the audit log',
  },
  kyc_backup_age_seconds: { help: 'Time since npm run backup last completed a backup' },
  kyc_files_missing: { help: 'Files of documents that the last daily comparison did not find in the store' },
} as const

export type DatabaseState = Partial<
  Record<keyof typeof databaseGauges, number | Readonly<Record<string, number>> | undefined>
>

/** Queues that are shown as 0 while they are empty, so that an alert can compare them. */
const queues = [
  ...['mail', 'mail.dead', 'password-reset', 'password-reset.dead'],
  ...['callbacks', 'callbacks.dead', 'uploads', 'deletions', 'reviews'],
]

interface StateServices {
  readonly auditKeys: AuditKeys
  readonly db: Db
  readonly clock: Clock
  readonly auditSigner: NoteVerifier
}

/** The longest time that a scrape waits for the database, and how long a result is used. In milliseconds. */
const standardTimes = { timeout: 2 * second, kept: 10 * second }

/**
 * Returns a function that reads the state at most once per 10 s and never twice at a time. If the database fails or is slow,
 * its result is `kyc_database_up 0`: the metrics of the process remain available.
 */
export function createStateReader(
  services: StateServices,
  times = standardTimes,
): () => Promise<DatabaseState> {
  let last: { readonly state: DatabaseState; readonly until: number } | undefined
  let running: Promise<DatabaseState> | undefined
  const read = async () => {
    const state = await readState(services).catch(() => unavailable)
    last = { state, until: performance.now() + times.kept }
    running = undefined
    return state
  }
  return async () => {
    if (last && performance.now() < last.until) return last.state
    const { promise: late, resolve } = Promise.withResolvers<DatabaseState>()
    const timer = setTimeout(() => resolve(unavailable), times.timeout)
    running ??= read()
    return Promise.race([running, late]).finally(() => clearTimeout(timer))
  }
}

const unavailable: DatabaseState = { kyc_database_up: 0 }

async function readState({ db, clock, auditKeys, auditSigner }: StateServices): Promise<DatabaseState> {
  const skew = await measureSkew({ clock, db })
  const facts = await findFacts(db)
  const found = await findQueues(db)
  const empty = queues.map((queue) => ({ queue, items: 0, oldest: 0 }))
  const all = [...empty, ...found]
  return {
    kyc_database_up: 1,
    kyc_clock_skew_seconds: skew / second,
    kyc_queue_items: Object.fromEntries(all.map(({ queue, items }) => [queue, items])),
    kyc_queue_oldest_seconds: Object.fromEntries(all.map(({ queue, oldest }) => [queue, oldest])),
    kyc_locked_accounts: facts.locked,
    kyc_bulk_view_accounts: facts.bulk_views,
    kyc_audit_sealed_entries: facts.sealed,
    kyc_audit_sealing_lag_seconds: await findSealingLag(db, auditSigner),
    kyc_audit_verification_code: await lastCode({ db, auditKeys }),
    kyc_audit_verification_age_seconds: facts.verified ?? undefined,
    kyc_backup_age_seconds: facts.backed_up ?? undefined,
    kyc_files_missing: facts.missing ?? undefined,
  }
}
