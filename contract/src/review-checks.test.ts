import { describe, expect, it, test } from 'vitest'
import { checkIds } from './check-vocabulary.ts'
import { documentTypes } from './document-vocabulary.ts'
import { rejectionReasons } from './rejection-reasons.ts'
import { checkLabels, codesOfChecks, openChecks, reviewChecks } from './review-checks.ts'

describe.each(documentTypes)('the checks of %s', (type) => {
  it('are at least three, each listed once, with a short label and a code for a rejection', () => {
    const ids = reviewChecks[type].map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(2)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, code } of reviewChecks[type]) {
      expect(checkLabels[id].length).toBeLessThanOrEqual(20)
      expect(rejectionReasons[code].message).not.toBe('')
    }
  })

  it('are open until confirmed', () => {
    const [first, ...others] = reviewChecks[type].map(({ id }) => id)
    expect(openChecks(type, first ? [first] : [])).toEqual(others)
    expect(openChecks(type, checkIds)).toEqual([])
  })
})

test('failed checks suggest each code once', () => {
  expect(codesOfChecks('idFront', ['name', 'unaltered', 'signed'])).toEqual(['name_mismatch', 'tampering'])
  expect(codesOfChecks('idFront', [])).toEqual([])
})
