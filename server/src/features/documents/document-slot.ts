import { type DocumentType, documentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import { Problem } from '../../platform/problem.ts'

/** @throws Problem DOCUMENT_NOT_FOUND for a path that names no slot in either spelling (D7) */
export function slotOf(name: string): DocumentType {
  const type = documentTypeOf(name)
  if (!type) throw new Problem('DOCUMENT_NOT_FOUND')
  return type
}
