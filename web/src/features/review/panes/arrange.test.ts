import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'

const submitted = (...types: DocumentType[]) => types.map((type) => ({ id: type, type }) as PerformerDocument) // the fields that count here

const row = (types: readonly DocumentType[], active: DocumentType | undefined, lower: boolean) =>
  arrange(submitted(...types), active)
    .filter(({ place }) => (place === 'small') === lower)
    .toSorted((one, other) => one.order - other.order)
    .map(({ doc, place }) => `${place} ${doc.type}`)

const all: DocumentType[] = ['agreementFile', 'idFront', 'idBack', 'selfie', 'selfieWithId']

test('the ID is wide, the portraits stand next to it, and the rest is small', () => {
  expect(row(all, 'selfie', false)).toEqual(['wide idFront', 'tall selfie', 'tall selfieWithId'])
  expect(row(all, 'selfie', true)).toEqual(['small idBack', 'small agreementFile'])
})

test('a small document that becomes active changes places with the ID', () => {
  expect(row(all, 'agreementFile', false)).toEqual(['wide agreementFile', 'tall selfie', 'tall selfieWithId'])
  expect(row(all, 'agreementFile', true)).toEqual(['small idBack', 'small idFront'])
})

test('a document keeps its number, whatever else was submitted', () => {
  const numbers = arrange(submitted('agreementFile', 'idFront', 'selfie'), 'idFront').map(
    ({ doc, number }) => [doc.type, number],
  )
  expect(numbers).toEqual([
    ['idFront', 1],
    ['selfie', 2],
    ['agreementFile', 5],
  ])
})

test('without the three large pictures, the first document is wide', () => {
  expect(row(['agreementFile', 'idBack'], undefined, false)).toEqual(['wide idBack'])
  expect(row(['agreementFile', 'idBack'], 'agreementFile', false)).toEqual(['wide agreementFile'])
})
