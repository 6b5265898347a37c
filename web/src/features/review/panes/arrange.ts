import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentOrder } from '../../documents/viewer/document-order.ts'

/** The upper row; the first of them has the most space. */
const upperRow: readonly DocumentType[] = ['idFront', 'selfie', 'selfieWithId']

export interface Placed {
  readonly doc: PerformerDocument
  /** The key that opens it, 1 to 7. */
  readonly number: number
  readonly place: 'wide' | 'tall' | 'small'
  /** Its position among those of its row. */
  readonly order: number
}

/**
 * The place of each document, in the order of their numbers. A small document that becomes active takes the wide
 * place, and the front of the ID its small one.
 */
export function arrange(
  documents: readonly PerformerDocument[],
  active: DocumentType | undefined,
): readonly Placed[] {
  const found = documentOrder.flatMap((type) => documents.find((doc) => doc.type === type) ?? [])
  const upper = found.filter(({ type }) => upperRow.includes(type))
  const lower = found.filter(({ type }) => !upperRow.includes(type))
  const widest = upper[0] ?? lower[0]
  const enlarged = lower.find(({ type }) => type === active)
  const placeOf = (doc: PerformerDocument) => {
    if (doc === widest) return 'wide'
    return upper.includes(doc) ? 'tall' : 'small'
  }
  return found.map((doc) => {
    const exchanged = doc === enlarged ? widest : doc === widest ? enlarged : undefined
    const inPlaceOf = exchanged ?? doc
    const number = documentOrder.indexOf(doc.type) + 1
    return { doc, number, place: placeOf(inPlaceOf), order: found.indexOf(inPlaceOf) }
  })
}
