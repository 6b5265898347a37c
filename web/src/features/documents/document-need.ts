import { type DocumentType, documentTypes, requiredDocumentTypes } from '@kyc/contract/document-vocabulary.ts'

export const needs = ['required', 'recommended', 'optional'] as const
export type Need = (typeof needs)[number]

export const needLabels = {
  required: '必須',
  recommended: '推奨',
  optional: '任意',
} as const satisfies Record<Need, string>

/** D7: three are required, the selfie with the ID is recommended, the rest is optional. */
export function needOf(type: DocumentType): Need {
  const required: readonly DocumentType[] = requiredDocumentTypes
  if (required.includes(type)) return 'required'
  return type === 'selfieWithId' ? 'recommended' : 'optional'
}

/** Slots without a file, apart by whether the performer can do without them; closed slots are left out (D14). */
export function emptySlots(
  filled: readonly DocumentType[],
  closed: readonly DocumentType[],
): { required: DocumentType[]; others: DocumentType[] } {
  const empty = documentTypes.filter((type) => !filled.includes(type) && !closed.includes(type))
  return {
    required: empty.filter((type) => needOf(type) === 'required'),
    others: empty.filter((type) => needOf(type) !== 'required'),
  }
}
