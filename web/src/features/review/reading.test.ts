import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { expect, test } from 'vitest'
import { initialReading, readingBody, readingFaults } from './reading.ts'

const unread = { idKind: null, expiresOn: null, noExpiry: false } as PerformerDocument // the fields that it reads
const empty = initialReading(unread, null)
const complete = { ...empty, idKind: 'passport', dateOfBirth: '1998-04-02', expiresOn: '2031-05-02' }

test('the front of an ID requires its kind, the date of birth, and its expiry or that it has none', () => {
  expect(Object.keys(readingFaults('idFront', empty, false))).toEqual(['idKind', 'dateOfBirth', 'expiresOn'])
  expect(readingFaults('idFront', complete, false)).toEqual({})
  expect(readingFaults('idFront', { ...complete, expiresOn: '', noExpiry: true }, false)).toEqual({})
  expect(Object.keys(readingFaults('idFront', { ...complete, expiresOn: 'soon' }, false))).toEqual([
    'expiresOn',
  ])
})

test('a proof of age requires the date of birth, a back or a proof of residence nothing; other types have no reading', () => {
  expect(Object.keys(readingFaults('ageVerification', empty, true))).toEqual(['dateOfBirth'])
  for (const type of ['idBack', 'residenceProof', 'selfie'] as const)
    expect(readingFaults(type, empty, true)).toEqual({})
  for (const type of ['selfie', 'selfieWithId', 'agreementFile'] as const)
    expect(readingBody(type, complete, false)).toEqual({})
})

test('a kind of ID whose approval destroys a stored back requires a reason', () => {
  const reading = { ...complete, idKind: 'my_number_card' }
  expect(Object.keys(readingFaults('idFront', reading, true))).toEqual(['reason'])
  expect(readingFaults('idFront', reading, false)).toEqual({})
  expect(readingBody('idFront', { ...reading, reason: '番号' }, true)).toMatchObject({ reason: '番号' })
})

test('the reading starts with the registered kind or an earlier reading', () => {
  expect(initialReading(unread, 'passport')).toMatchObject({ idKind: 'passport', expiresOn: '' })
  const read = { ...unread, idKind: 'residence_card', expiresOn: '2031-05-02' } as PerformerDocument // as above
  expect(initialReading(read, 'passport')).toMatchObject({
    idKind: 'residence_card',
    expiresOn: '2031-05-02',
  })
})

test('the choice 有効期限なし replaces a typed expiry date', () => {
  expect(readingBody('idFront', { ...complete, noExpiry: true }, false)).toEqual({
    idKind: 'passport',
    dateOfBirth: '1998-04-02',
    expiresOn: null,
    noExpiry: true,
    identityCheck: 'picture',
  })
})
