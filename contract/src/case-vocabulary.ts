import type { RejectionCode } from './document-vocabulary.ts'
import { recordLimits } from './record-limits.ts'

/** Why a case is closed: a final reason, or too many resubmissions of a slot (D78). */
export const caseClosures = ['final', 'resubmissions'] as const
export type CaseClosure = (typeof caseClosures)[number]

export const caseClosureLabels = {
  final: '再提出できない理由での差し戻し',
  resubmissions: '再提出の回数の上限',
} as const satisfies Record<CaseClosure, string>

/** Reasons that no resubmission can correct (D78). */
export const finalCodes = ['tampering', 'under_age'] as const satisfies RejectionCode[]

/** Whether a rejection with these codes closes the case, whatever the other codes are. */
export function isFinal(codes: readonly RejectionCode[]): boolean {
  const final: readonly RejectionCode[] = finalCodes
  return codes.some((code) => final.includes(code))
}

/**
 * Why the case is closed by a rejection with `codes` of a version that is the given resubmission of its slot; null if it
 * stays open (D78).
 */
export function closureBy(codes: readonly RejectionCode[], resubmission: number): CaseClosure | null {
  if (isFinal(codes)) return 'final'
  return resubmission >= recordLimits.review.resubmissions ? 'resubmissions' : null
}
