import type { PageSigning } from '@kyc/contract/page-session.ts'

/** The steps with a mark of their own; `wait` belongs to the signature and `done` to the copy. */
export const markedSteps = ['talk', 'sheet', 'contract', 'sign', 'copy'] as const
export type MarkedStep = (typeof markedSteps)[number]

export type SigningStep = MarkedStep | 'wait' | 'making' | 'done' | 'over'

/** The steps that the performer may open again. The first step opens the sheet in this way too. */
export type LookedAt = Extract<MarkedStep, 'talk' | 'sheet' | 'contract'>

/** The step follows from what the server has stored, so that it is the same after a reload and on another day. */
export function stepOf(signing: PageSigning): SigningStep {
  if (isOver(signing)) return 'over'
  if (signing.copyReceivedAt !== null) return 'done'
  if (signing.signedAt !== null) return signing.copyReady ? 'copy' : 'making'
  if (signing.sheetReceivedAt === null) return 'talk'
  if (signing.readAt === null) return 'contract'
  return signing.obstacles.length > 0 ? 'wait' : 'sign'
}

export type OverState = Extract<PageSigning['state'], 'refused' | 'revoked' | 'expired'>

export function isOver(signing: PageSigning): signing is PageSigning & { state: OverState } {
  return signing.state === 'refused' || signing.state === 'revoked' || signing.state === 'expired'
}
