import { documentStatuses, documentTypes, idKinds } from '@kyc/contract/document-vocabulary.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linkSlots, type SlotDocument } from './link-slots.ts'

const today = '2026-04-01'
const days = fc.constantFrom(null, '2026-03-31', today, '2026-05-01', '2026-05-02')
const isSoon = (expiresOn: string | null) => expiresOn !== null && expiresOn <= '2026-05-01'
const document = fc.record({
  type: fc.constantFrom(...documentTypes),
  status: fc.constantFrom(...documentStatuses),
  expires_on: days,
  uploaded_via_link: fc.constantFrom(null, 'this', 'another'),
})
const documents = fc.uniqueArray(document, { selector: ({ type }) => type })
const idKind = fc.constantFrom(null, ...idKinds)
const slotsOf = (current: SlotDocument[], kind: (typeof idKinds)[number] | null) =>
  linkSlots(current, { linkId: 'this', idKind: kind, today })

test('a link never shows a slot that was filled by others and is neither rejected nor about to expire', () => {
  fc.assert(
    fc.property(documents, idKind, (current, kind) => {
      const shown = slotsOf(current, kind).map(({ type }) => type)
      for (const { type, status, expires_on, uploaded_via_link } of current) {
        const expiring = status === 'verified' && isSoon(expires_on)
        if (status !== 'rejected' && !expiring && uploaded_via_link !== 'this')
          expect(shown).not.toContain(type)
      }
    }),
  )
})

test('a link never accepts a file in place of a verified document before it is about to expire, nor the back of a My Number card (D13, D14)', () => {
  fc.assert(
    fc.property(documents, idKind, (current, kind) => {
      const accepted = slotsOf(current, kind).filter(({ accepts }) => accepts)
      for (const { type } of accepted) {
        const slot = current.find((each) => each.type === type)
        if (slot?.status === 'verified') expect(isSoon(slot.expires_on)).toBe(true)
        if (type === 'idBack') expect(kind).not.toBe('my_number_card')
      }
    }),
  )
})

test('a link requires rejected documents and those of the person, not the agreement of a new record', () => {
  const required = (current: SlotDocument[]) =>
    slotsOf(current, null)
      .filter((slot) => slot.required)
      .map(({ type }) => type)
  expect(required([])).toEqual(['idFront', 'selfie'])
  const rejected = { status: 'rejected', expires_on: null, uploaded_via_link: null } as const
  const types = ['agreementFile', 'residenceProof'] as const
  expect(required(types.map((type) => ({ type, ...rejected })))).toEqual([
    'agreementFile',
    'idFront',
    'selfie',
    'residenceProof',
  ])
})
