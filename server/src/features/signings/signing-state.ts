import type { SigningProgress } from '@kyc/contract/signing-obstacles.ts'
import { endedSigningStates, type SigningState } from '@kyc/contract/signing-vocabulary.ts'
import { Problem } from '../../platform/problem.ts'
import type { SigningContent } from '../records/signing-content.ts'
import type { SigningRow } from './signing-repository.ts'

/** How far a signing has come; follows from the acts stored with it. */
export function stateOf(row: SigningRow, now: Date): SigningState {
  if (row.sent_at === null) return 'draft'
  if (row.refused_at) return 'refused'
  if (row.revoked_at) return 'revoked'
  if (row.copy_received_at) return 'copyReceived'
  if (row.signed_at) return 'signed'
  if (row.ended_at || (row.expires_at && row.expires_at <= now)) return 'expired'
  if (row.open_questions > 0) return 'question'
  if (row.read_at) return 'read'
  if (row.sheet_received_at) return 'sheetReceived'
  return row.opened_at ? 'opened' : 'sent'
}

/** Refuses an act on a signing that was not sent, is signed or has ended. */
export function requireUnsigned(row: SigningRow, now: Date): void {
  const state = stateOf(row, now)
  if (state === 'draft' || state === 'signed' || isEnded(state)) throw new Problem('SIGNING_STATE')
}

export function isEnded(state: SigningState): boolean {
  return (endedSigningStates as readonly SigningState[]).includes(state)
}

/** What decides whether it may be signed. */
export function progressOf(row: SigningRow, { talk }: Pick<SigningContent, 'talk'>): SigningProgress {
  return {
    talkDone: talk.done,
    sheetReceivedAt: row.sheet_received_at,
    readAt: row.read_at,
    openQuestions: row.open_questions,
    waitingDays: row.waiting_days,
    identityKnown: row.performer_status === 'approved' || row.identity_submitted || row.relied,
    dateOfBirth: row.date_of_birth,
  }
}
