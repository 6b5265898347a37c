import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentOrder } from '../../documents/viewer/document-order.ts'

/** Portraits, which are compared with the face on the front of the ID. */
const compared: readonly DocumentType[] = ['selfie', 'selfieWithId']

export interface Placed {
  readonly doc: PerformerDocument
  /** The number key that opens the document, 1 to 7. */
  readonly number: number
  /** The active document has the room to read it, with the ID next to a portrait; the others are strips below. */
  readonly place: 'active' | 'beside' | 'strip'
}

/** The place of each document, in the order of their numbers. */
export function arrange(
  documents: readonly PerformerDocument[],
  active: DocumentType | undefined,
): readonly Placed[] {
  const found = documentOrder.flatMap((type) => documents.find((doc) => doc.type === type) ?? [])
  const shown = found.find(({ type }) => type === active) ?? found[0]
  const beside = shown && compared.includes(shown.type) ? 'idFront' : undefined
  const placeOf = (doc: PerformerDocument) =>
    doc === shown ? 'active' : doc.type === beside ? 'beside' : 'strip'
  return found.map((doc) => ({
    doc,
    number: documentOrder.indexOf(doc.type) + 1,
    place: placeOf(doc),
  }))
}
