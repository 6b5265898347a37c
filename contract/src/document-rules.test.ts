import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from './dates.ts'
import {
  birthDateFault,
  canAct,
  canReplace,
  documentActs,
  isExpiring,
  isUnderAge,
  performerStatus,
} from './document-rules.ts'
import { documentStatuses, documentTypes, requiredDocumentTypes } from './document-vocabulary.ts'

const status = fc.constantFrom(...documentStatuses)
/** The newest version of some slots, each slot at most once. */
const slots = fc
  .uniqueArray(fc.constantFrom(...documentTypes), { maxLength: documentTypes.length })
  .chain((types) => fc.tuple(...types.map((type) => status.map((each) => ({ type, status: each })))))

describe('the status of a performer (D12)', () => {
  const verified = requiredDocumentTypes.map((type) => ({ type, status: 'verified' as const }))

  it('is approved when all required documents are verified', () => {
    expect(performerStatus(verified)).toBe('approved')
  })

  it('is a draft while a required document is missing, whatever the others are', () => {
    expect(performerStatus([])).toBe('draft')
    expect(performerStatus(verified.slice(1))).toBe('draft')
    expect(performerStatus([{ type: 'idFront', status: 'rejected' }])).toBe('draft')
  })

  it('is pending while any document is pending, and rejected as soon as any is rejected', () => {
    expect(performerStatus([...verified, { type: 'idBack', status: 'pending' }])).toBe('pending')
    expect(performerStatus([...verified, { type: 'idBack', status: 'rejected' }])).toBe('rejected')
    const mixed = [
      { type: 'agreementFile', status: 'verified' } as const,
      { type: 'idFront', status: 'pending' } as const,
      { type: 'selfie', status: 'rejected' } as const,
    ]
    expect(performerStatus(mixed)).toBe('rejected')
  })

  it('depends on the documents only, not on their order', () => {
    const property = fc.property(slots, (documents) => {
      const result = performerStatus(documents)
      expect(performerStatus(documents.toReversed())).toBe(result)
      const has = (wanted: string) => documents.some((each) => each.status === wanted)
      const required = requiredDocumentTypes.map((type) => documents.find((each) => each.type === type))
      const complete = required.every((each) => each !== undefined)
      expect(result === 'draft').toBe(!complete)
      expect(result === 'rejected').toBe(complete && has('rejected'))
      expect(result === 'approved').toBe(complete && !has('rejected') && !has('pending'))
    })
    fc.assert(property, { seed: 1, numRuns: 1000 })
  })
})

describe('acts', () => {
  it.each([
    ['verify', { pending: true, verified: false, rejected: true }],
    ['reject', { pending: true, verified: true, rejected: false }],
    ['replaceByOwner', { pending: true, verified: false, rejected: true }],
    ['replaceByAdmin', { pending: true, verified: true, rejected: true }],
  ] as const)('%s is allowed from its states only', (act, open) => {
    for (const each of documentStatuses) expect(canAct(act, each)).toBe(open[each])
    expect(Object.keys(documentActs)).toContain(act)
  })

  it('the owner can replace an empty, pending, rejected or expired slot (D13)', () => {
    const verified = (expiresOn: string | null) => ({ status: 'verified', expiresOn }) as const
    const today = '2026-05-20'
    expect(canReplace('owner', undefined, today)).toBe(true)
    expect(canReplace('owner', verified(null), today)).toBe(false)
    expect(canReplace('owner', verified('2026-05-20'), today)).toBe(false)
    expect(canReplace('owner', verified('2026-05-19'), today)).toBe(true)
    expect(canReplace('admin', verified(null), today)).toBe(true)
  })
})

it.each([
  [null, false],
  ['2026-06-20', false],
  ['2026-06-19', true],
  ['2026-05-20', true],
  ['2020-01-01', true],
])('a document that expires on %s is expiring on 2026-05-20: %s (D16)', (expiresOn, expiring) => {
  expect(isExpiring(expiresOn, '2026-05-20')).toBe(expiring)
})

describe('dates', () => {
  const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1900-01-01', days))

  it('a document is expiring from 30 days before its end, and on every later day (D16)', () => {
    const property = fc.property(day, day, day, (expiresOn, one, other) => {
      const [earlier, later] = [one, other].toSorted()
      if (isExpiring(expiresOn, earlier as string)) expect(isExpiring(expiresOn, later as string)).toBe(true) // of two days
      expect(isExpiring(expiresOn, one)).toBe(addDays(one, 30) >= expiresOn)
      // An owner can replace a verified document only after its end (D13).
      expect(canReplace('owner', { status: 'verified', expiresOn }, one)).toBe(one > expiresOn)
    })
    fc.assert(property, { seed: 1, numRuns: 500 })
  })

  it('an adult remains an adult, and a date of birth lies between 1900 and today (D14, D15)', () => {
    const property = fc.property(day, day, fc.nat(30_000), (born, today, days) => {
      if (!isUnderAge(born, today)) expect(isUnderAge(born, addDays(today, days))).toBe(false)
      expect(birthDateFault(born, today) !== undefined).toBe(born > today)
    })
    fc.assert(property, { seed: 1, numRuns: 500 })
  })
})

it('an age of eighteen is reached on the birthday', () => {
  expect(isUnderAge('2008-05-20', '2026-05-19')).toBe(true)
  expect(isUnderAge('2008-05-20', '2026-05-20')).toBe(false)
})

it.each([
  ['1899-12-31', true],
  ['1900-01-01', false],
  ['2026-05-20', false],
  ['2026-05-21', true],
])('a date of birth %s entered on 2026-05-20 has the fault %s', (dateOfBirth, fault) => {
  expect(birthDateFault(dateOfBirth, '2026-05-20') !== undefined).toBe(fault)
})
