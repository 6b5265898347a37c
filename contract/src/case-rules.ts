import type { CaseClosure } from './case-vocabulary.ts'
import type { RejectionCode } from './document-vocabulary.ts'
import { recordLimits } from './record-limits.ts'

/** Reasons that no resubmission can correct (D78). */
export const finalCodes = ['tampering', 'under_age'] as const satisfies RejectionCode[]

/** Whether a rejection with these codes closes the case, whatever the other codes are. */
export function isFinal(codes: readonly RejectionCode[]): boolean {
  const final: readonly RejectionCode[] = finalCodes
  return codes.some((code) => final.includes(code))
}

/**
 * Why the case is closed by a rejection with `codes` of a version that is the given resubmission of its slot; null if it
 * stays open.
 */
export function closureBy(codes: readonly RejectionCode[], resubmission: number): CaseClosure | null {
  if (isFinal(codes)) return 'final'
  return resubmission >= recordLimits.review.resubmissions ? 'resubmissions' : null
}
