import { useState } from 'react'
import type { ViewedDocument } from '../document-endpoint.ts'
import { ViewerDialog } from './ViewerDialog.tsx'

export interface DocumentViewerProps {
  performerName: string
  documents: readonly ViewedDocument[]
  /** The id of the document that opens first. */
  firstId: string
  onClose: () => void
}

/** Shows one document at a time in full size; nothing can be decided here. */
export function DocumentViewer({ firstId, documents, ...dialog }: DocumentViewerProps) {
  const [shownId, setShownId] = useState(firstId)
  const doc = documents.find(({ id }) => id === shownId) ?? documents[0]
  if (!doc) return null
  return <ViewerDialog {...dialog} documents={documents} doc={doc} onShow={({ id }) => setShownId(id)} />
}
