import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { expect, test } from 'vitest'
import { arrange } from './arrange.ts'

const submitted = (...types: DocumentType[]) => types.map((type) => ({ id: type, type }) as PerformerDocument) // the fields that count here

const places = (types: readonly DocumentType[], active: DocumentType | undefined) =>
  Object.fromEntries(arrange(submitted(...types), active).map(({ doc, place }) => [doc.type, place]))

const all: DocumentType[] = ['agreementFile', 'idFront', 'idBack', 'selfie', 'selfieWithId']

test('the active document is large, and the others are strips', () => {
  expect(places(all, 'agreementFile')).toEqual({
    idFront: 'strip',
    selfie: 'strip',
    selfieWithId: 'strip',
    idBack: 'strip',
    agreementFile: 'active',
  })
})

test('the ID stands next to a portrait that is compared with it', () => {
  expect(places(all, 'selfie')).toMatchObject({ selfie: 'active', idFront: 'beside', selfieWithId: 'strip' })
  expect(places(['selfie', 'agreementFile'], 'selfie')).toEqual({ selfie: 'active', agreementFile: 'strip' })
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

test('without an active document the first one is large', () => {
  expect(places(['agreementFile', 'idBack'], undefined)).toEqual({ idBack: 'active', agreementFile: 'strip' })
})
