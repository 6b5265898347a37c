import type { IdentityCheck } from '@kyc/contract/check-vocabulary.ts'
import { isDay } from '@kyc/contract/dates.ts'
import { type DocumentType, type IdKind, idKinds } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument, verifyDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { closedSlots } from '../documents/document-need.ts'

/** What a reviewer reads from a document (D14). Days are YYYY-MM-DD, empty, or the typed text. */
export interface Reading {
  readonly idKind: string
  readonly dateOfBirth: string
  readonly expiresOn: string
  readonly noExpiry: boolean
  /** How the identity was checked (D99). */
  readonly identityCheck: IdentityCheck
  /** Why a stored back is destroyed. */
  readonly reason: string
}

export type ReadField = 'idKind' | 'dateOfBirth' | 'expiresOn'

/** The fields that a reviewer reads from each type of document. */
export const readFields: Readonly<Record<DocumentType, readonly ReadField[]>> = {
  agreementFile: [],
  idFront: ['idKind', 'dateOfBirth', 'expiresOn'],
  idBack: ['expiresOn'],
  selfie: [],
  selfieWithId: [],
  ageVerification: ['dateOfBirth', 'expiresOn'],
  residenceProof: ['expiresOn'],
}

/** The start of a reading: values of the registration and of an earlier reading of this version. */
export function initialReading(doc: PerformerDocument, registered: IdKind | null): Reading {
  return {
    idKind: doc.idKind ?? registered ?? '',
    dateOfBirth: '',
    expiresOn: doc.expiresOn ?? '',
    noExpiry: doc.noExpiry,
    identityCheck: doc.identityCheck ?? 'picture',
    reason: '',
  }
}

/** Whether the kind of ID closes the slot of the back, so that the approval destroys the document stored there. */
export function destroysBack(type: DocumentType, { idKind }: Reading, backStored: boolean): boolean {
  return type === 'idFront' && backStored && closedSlots(idKind).includes('idBack')
}

/** What is missing or wrong, by field; the server checks the same. */
export function readingFaults(
  type: DocumentType,
  reading: Reading,
  backStored: boolean,
): Partial<Record<keyof Reading, string>> {
  const fields = readFields[type]
  const required = type === 'idFront'
  const showsBirth = fields.includes('dateOfBirth')
  const faults: Partial<Record<keyof Reading, string>> = {}
  if (required && reading.idKind === '') faults.idKind = '身分証の種類を選択してください。'
  // DayField itself explains a text that is no day.
  for (const day of ['dateOfBirth', 'expiresOn'] as const) {
    if (fields.includes(day) && reading[day] !== '' && !isDay(reading[day]))
      faults[day] = '日付を確認してください。例：1998年4月2日'
  }
  if (showsBirth && reading.dateOfBirth === '')
    faults.dateOfBirth = '書類に記載された生年月日を入力してください。'
  if (required && reading.expiresOn === '' && !reading.noExpiry)
    faults.expiresOn = '有効期限を入力するか、「有効期限なし」を選択してください。'
  if (destroysBack(type, reading, backStored) && reading.reason.trim() === '')
    faults.reason = '裏面を削除する理由を入力してください。'
  return faults
}

/** The part of the approval about the reading; empty for a document without a reading. */
export function readingBody(
  type: DocumentType,
  reading: Reading,
  backStored: boolean,
): Partial<BodyIn<typeof verifyDocument>> {
  const fields = readFields[type]
  if (fields.length === 0) return {}
  return {
    idKind: fields.includes('idKind') ? (idKinds.find((kind) => kind === reading.idKind) ?? null) : null,
    dateOfBirth: reading.dateOfBirth || null,
    expiresOn: reading.noExpiry ? null : reading.expiresOn || null,
    ...(type === 'idFront' && { noExpiry: reading.noExpiry, identityCheck: reading.identityCheck }),
    ...(destroysBack(type, reading, backStored) && { reason: reading.reason }),
  }
}
