import { expect, it } from 'vitest'
import {
  acceptedMimeTypes,
  acceptedTypesText,
  documentTypeAliases,
  documentTypeOf,
  documentTypes,
  idKinds,
  mimeTypes,
  refusedIdKinds,
  registrationDocumentTypes,
  rejectionCodes,
  requiredDocumentTypes,
} from './document-vocabulary.ts'
import { documentTypeLabels, idKindLabels, mimeTypeLabels } from './labels.ts'
import { rejectionReasons } from './rejection-reasons.ts'

it('both spellings of a slot are accepted (D7)', () => {
  for (const type of documentTypes) expect(documentTypeOf(type)).toBe(type)
  for (const [alias, type] of Object.entries(documentTypeAliases)) {
    expect(documentTypeOf(alias)).toBe(type)
    expect(alias.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())).toBe(type)
  }
})

it.each([
  ...[
    '',
    'ID_FRONT',
    'idfront',
    'id-front',
    ' idFront',
    'idFront\u0000',
    'constructor',
    '__proto__',
    'toString',
  ],
  ...['hasOwnProperty', 'valueOf', 'length', '0', 'file', 'metadata'],
])('%j is not a slot', (name) => {
  expect(documentTypeOf(name)).toBeUndefined()
})

it('a PDF is accepted for the agreement only, and the error text names the accepted types (spec §5)', () => {
  for (const type of documentTypes) {
    expect(acceptedMimeTypes(type).includes('application/pdf')).toBe(type === 'agreementFile')
    expect(acceptedTypesText(type).includes('PDF')).toBe(type === 'agreementFile')
    expect(acceptedMimeTypes(type)).toEqual(expect.arrayContaining(['image/jpeg', 'image/png']))
  }
})

it('every required document is part of the registration', () => {
  expect(registrationDocumentTypes).toEqual(expect.arrayContaining([...requiredDocumentTypes]))
  expect(documentTypes).toEqual(expect.arrayContaining([...registrationDocumentTypes]))
})

it('each term has one Japanese label, and no kind of ID is both accepted and rejected', () => {
  const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/
  for (const type of documentTypes) expect(documentTypeLabels[type]).toMatch(japanese)
  for (const kind of idKinds) expect(idKindLabels[kind]).toMatch(japanese)
  for (const type of mimeTypes) expect(mimeTypeLabels[type]).toMatch(/^[A-Z]+$/)
  for (const code of rejectionCodes) {
    expect(rejectionReasons[code].label).toMatch(japanese)
    expect(rejectionReasons[code].message === '' || japanese.test(rejectionReasons[code].message)).toBe(true)
  }
  expect(new Set([...idKinds, ...refusedIdKinds]).size).toBe(idKinds.length + refusedIdKinds.length)
})
