import { expect, test } from 'vitest'
import { emptySlots, needLabels, needOf } from './document-need.ts'

test('the agreement, the front of the ID and the photo are required; the selfie with ID is recommended', () => {
  expect(needLabels[needOf('agreementFile')]).toBe('必須')
  expect(needLabels[needOf('idFront')]).toBe('必須')
  expect(needLabels[needOf('selfie')]).toBe('必須')
  expect(needLabels[needOf('selfieWithId')]).toBe('推奨')
  expect(needLabels[needOf('idBack')]).toBe('任意')
  expect(needLabels[needOf('residenceProof')]).toBe('任意')
})

test('empty slots are listed in order, without those that are closed', () => {
  expect(emptySlots(['agreementFile', 'idFront', 'selfie', 'selfieWithId'], ['idBack'])).toEqual({
    required: [],
    others: ['ageVerification', 'residenceProof'],
  })
  expect(emptySlots(['idFront'], []).required).toEqual(['agreementFile', 'selfie'])
})
