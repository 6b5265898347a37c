import {
  type DocumentType,
  documentTypes,
  paperTypes,
  requiredDocumentTypes,
  type StoredType,
} from '@kyc/contract/document-vocabulary.ts'
import { idKindTextsJa } from '@kyc/contract/id-kind-texts-ja.ts'
import type { Need } from '../../ui/need.ts'

/**
 * Three types are required, the selfie with the ID is recommended, the rest is optional (D7). Both papers are required
 * (D91), and a dialog for evidence requires its file.
 */
export function needOf(type: StoredType): Need {
  const required: readonly StoredType[] = [...requiredDocumentTypes, ...paperTypes, 'evidence']
  if (required.includes(type)) return 'required'
  return type === 'selfieWithId' ? 'recommended' : 'optional'
}

/** Slots without a file, split into required ones and others. */
export function emptySlots(filled: readonly DocumentType[]): {
  required: DocumentType[]
  others: DocumentType[]
} {
  const empty = documentTypes.filter((type) => !filled.includes(type))
  return {
    required: empty.filter((type) => needOf(type) === 'required'),
    others: empty.filter((type) => needOf(type) !== 'required'),
  }
}

/** The back of a マイナンバーカード shows the 個人番号, which must never be stored, so its slot closes. */
export function closedSlots(idKind: string | null): readonly DocumentType[] {
  return idKind === 'my_number_card' ? ['idBack'] : []
}

/** Why a form with this kind of ID takes no file for a slot; undefined if the slot takes one. */
export function closedReason(
  idKind: string | null,
  type: DocumentType,
  texts = idKindTextsJa,
): string | undefined {
  if (closedSlots(idKind).includes(type)) return texts.backNever
  return idKind === 'passport' && type === 'idBack' ? texts.frontOnly : undefined
}
