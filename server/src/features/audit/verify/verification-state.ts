import type { VerificationState } from '@kyc/contract/log-verifications.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import type { Reader } from '../../access/scope.ts'
import { findEntriesById } from '../audit-repository.ts'
import type { ReadingKeys } from '../entry-box.ts'
import { presentEntry } from '../present-entry.ts'
import { findLastResult, findNewestVerification } from './verification-repository.ts'

export interface VerificationReading extends ReadingKeys {
  readonly db: Db
  readonly auditSigner: Pick<NoteVerifier, 'vkey'>
}

/** The running and the last verification, with the entries that it names as the reader may see them. */
export async function verificationState(
  services: VerificationReading,
  reader: Reader,
): Promise<VerificationState> {
  const { db, auditKeys, auditSigner } = services
  const newest = await findNewestVerification(db)
  const last = await findLastResult(db, auditKeys)
  const isRunning = newest?.is_running === true
  const ids = last?.report?.faults.flatMap(({ entryId }) => entryId ?? []) ?? []
  const rows = ids.length === 0 ? [] : await findEntriesById(db, reader, ids)
  return {
    running: isRunning
      ? {
          kind: newest.kind,
          startedAt: newest.started_at.toISOString(),
          done: newest.done,
          total: newest.total,
        }
      : null,
    last: last?.report
      ? {
          kind: last.kind,
          report: last.report,
          entries: rows.map((row) => presentEntry(services, reader, row)),
        }
      : null,
    interrupted: !isRunning && newest !== undefined && (newest.id !== last?.id || last.report === null),
    publicKey: auditSigner.vkey,
  }
}

/** The code of the last verification, undefined without one. A result that this installation did not write counts as altered. */
export async function lastCode({ db, auditKeys }: Pick<VerificationReading, 'db' | 'auditKeys'>) {
  const last = await findLastResult(db, auditKeys)
  return last && (last.report?.code ?? altered)
}

const altered = 2
