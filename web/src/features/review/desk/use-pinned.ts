import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { useState } from 'react'
import { paneOrder } from '../panes/arrange.ts'

/** The documents to show: a newer version takes the place of the one on screen only on request (D11). */
export function usePinned(current: readonly PerformerDocument[]) {
  const [pinned, setPinned] = useState(current)
  const documents = paneOrder.flatMap((type) => {
    const newest = current.find((doc) => doc.type === type)
    if (!newest) return []
    const shown = pinned.find((doc) => doc.type === type)
    // The newest one has the latest status.
    return [shown && shown.version < newest.version ? shown : newest]
  })
  const pin = (newest: PerformerDocument) =>
    setPinned((all) => [...all.filter(({ type }) => type !== newest.type), newest])
  return { documents, pin }
}

/** Where the review of a case starts: the first document to decide on. */
export function firstType(documents: readonly PerformerDocument[]): DocumentType | undefined {
  return (documents.find(({ status }) => status === 'pending') ?? documents[0])?.type
}
