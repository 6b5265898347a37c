import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'

/** The document types by their number keys: 1 is always the front of the ID, whatever else was submitted. */
export const documentOrder = [
  'idFront',
  'selfie',
  'selfieWithId',
  'idBack',
  'agreementFile',
  'ageVerification',
  'residenceProof',
] as const satisfies readonly DocumentType[]
