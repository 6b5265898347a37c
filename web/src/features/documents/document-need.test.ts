import { expect, test } from 'vitest'
import { closedReason, closedSlots, emptySlots, needOf } from './document-need.ts'

test('the agreement, the front of the ID and the photo are required, the selfie with ID is recommended', () => {
  expect(needOf('agreementFile')).toBe('required')
  expect(needOf('idFront')).toBe('required')
  expect(needOf('selfie')).toBe('required')
  expect(needOf('selfieWithId')).toBe('recommended')
  expect(needOf('idBack')).toBe('optional')
  expect(needOf('residenceProof')).toBe('optional')
})

test('empty slots are listed in order, the required ones separately', () => {
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

test('a form takes no back of a マイナンバーカード or a passport, and states the reason', () => {
  expect(closedReason('my_number_card', 'idBack')).toContain('個人番号')
  expect(closedReason('passport', 'idBack')).toContain('顔写真のページ')
  expect(closedReason('passport', 'idFront')).toBeUndefined()
  expect(closedReason('drivers_license', 'idBack')).toBeUndefined()
  expect(closedReason(null, 'idBack')).toBeUndefined()
})
