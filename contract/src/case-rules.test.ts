import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closureBy, finalCodes } from './case-rules.ts'
import { rejectionCodes } from './document-vocabulary.ts'
import { recordLimits } from './record-limits.ts'

test('a rejection closes the case by a final code, or after the last resubmission (D78)', () => {
  const codes = fc.uniqueArray(fc.constantFrom(...rejectionCodes), { minLength: 1 })
  const property = fc.property(codes, fc.nat(20), (reasons, resubmission) => {
    const final = finalCodes.some((code) => reasons.includes(code))
    const last = resubmission >= recordLimits.review.resubmissions
    expect(closureBy(reasons, resubmission)).toBe(final ? 'final' : last ? 'resubmissions' : null)
    expect(closureBy(reasons.toReversed(), resubmission)).toBe(closureBy(reasons, resubmission))
  })
  fc.assert(property, { seed: 1, numRuns: 500 })
  expect(recordLimits.review.resubmissions).toBe(9)
})
