import { expect, test } from 'vitest'
import { closedSlots, emptySlots, needLabels, needOf } from './document-need.ts'

test('requires the agreement, the front of the ID and the photo, and recommends the selfie with ID', () => {
  expect(needLabels[needOf('agreementFile')]).toBe('必須')
  expect(needLabels[needOf('idFront')]).toBe('必須')
  expect(needLabels[needOf('selfie')]).toBe('必須')
  expect(needLabels[needOf('selfieWithId')]).toBe('推奨')
  expect(needLabels[needOf('idBack')]).toBe('任意')
  expect(needLabels[needOf('residenceProof')]).toBe('任意')
})

test('lists empty slots in order, required ones separately', () => {
  expect(emptySlots(['agreementFile', 'idFront', 'selfie', 'selfieWithId'])).toEqual({
    required: [],
    others: ['idBack', 'ageVerification', 'residenceProof'],
  })
  expect(emptySlots(['idFront']).required).toEqual(['agreementFile', 'selfie'])
})

test('only a マイナンバーカード closes the slot of its back', () => {
  expect(closedSlots('my_number_card')).toEqual(['idBack'])
  expect(closedSlots('passport')).toEqual([])
  expect(closedSlots(null)).toEqual([])
})
