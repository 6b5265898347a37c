import { setTimeout as sleep } from 'node:timers/promises'
import { hour, minute, second } from '@kyc/contract/durations.ts'
import type { VerificationKind } from '@kyc/contract/log-verifications.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Log } from '../../../platform/log.ts'
import {
  claimVerification,
  clearVerifications,
  findLastResult,
  finishVerification,
  hasEntriesBefore,
  hasResultSince,
  saveProgress,
} from './verification-repository.ts'
import { type VerificationProgress, type VerificationServices, verifyLog } from './verify-log.ts'

/** Runs verifications of the log, one at a time among all processes, and stores progress and result. */
export interface LogVerifier {
  /** Starts a verification; returns false if one is running. */
  start(kind: VerificationKind): Promise<boolean>
  /** Starts the hourly verification in the first of the processes that call this; the others wait for its result. */
  startHourly(): Promise<void>
  /** Starts the nightly verification, as `startHourly`. */
  startNightly(): Promise<void>
  /** Resolves when the verification of this process has ended. */
  idle(): Promise<void>
  /** Interrupts the verification of this process. */
  stop(): Promise<void>
}

/** Milliseconds until a due verification is tried again while another one is running. */
const busyPause = second

type Services = VerificationServices & { readonly db: Db; readonly clock: Clock; readonly log: Log }

export function createLogVerifier(services: Services): LogVerifier {
  const { clock, db } = services
  const stopping = new AbortController()
  let running = Promise.resolve()
  const start = async (kind: VerificationKind) => {
    if (stopping.signal.aborted) return false
    await clearVerifications(db)
    const id = await claimVerification(db, kind)
    if (id !== undefined) running = runVerification(services, id, kind, stopping.signal)
    return id !== undefined
  }
  const startDue = async (
    kind: VerificationKind,
    milliseconds: number,
    kinds: readonly VerificationKind[],
  ) => {
    // A new installation does not verify during its first start.
    if (!(await hasEntriesBefore(db, new Date(clock.now().getTime() - hour)))) return
    // The running one may be of another kind, or end without a result.
    while (!stopping.signal.aborted && !(await hasResultSince(db, kinds, milliseconds))) {
      if (await start(kind)) return
      await sleep(busyPause, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  return {
    start,
    startHourly: () => startDue('incremental', hour - 5 * minute, ['incremental', 'full']),
    startNightly: () => startDue('full', 12 * hour, ['full']),
    idle: () => running,
    async stop() {
      stopping.abort()
      await running
    },
  }
}

/** Never rejects: a failure is logged and leaves a verification without a result. */
async function runVerification(
  services: Services,
  id: string,
  kind: VerificationKind,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = services
  let progress: Pick<VerificationProgress, 'done'> & { total: number | null } = { done: 0, total: null }
  const onProgress = (latest: VerificationProgress) => {
    progress = latest
  }
  const save = () => saveProgress(db, id, progress).catch((error) => log.warn({ err: error }, notStored))
  const timer = setInterval(save, second)
  try {
    // A verification with faults leaves no position, so the next ones read the whole log until it has no faults.
    const since = kind === 'incremental' ? (await findLastResult(db, services.auditKeys))?.position : null
    const verified = await verifyLog(services, { since: since ?? undefined, onProgress, signal })
    const { code, counts, faults } = verified.report
    if (code !== 0) log.error({ code, counts, faults }, 'the audit log failed its verification')
    await finishVerification(db, services.auditKeys, id, verified)
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'a verification of the audit log ended without a result')
    await finishVerification(db, services.auditKeys, id).catch((failure) =>
      log.warn({ err: failure }, notStored),
    )
  } finally {
    clearInterval(timer)
  }
}

const notStored = 'the progress of a verification was not stored'
