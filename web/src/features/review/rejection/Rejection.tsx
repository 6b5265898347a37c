import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { useState } from 'react'
import type { DocumentViewerProps } from '../DocumentViewer.tsx'
import { DocumentViewer } from '../DocumentViewer.tsx'
import { RejectDialog, type RejectDialogProps } from './RejectDialog.tsx'

export type RejectionProps = Omit<RejectDialogProps, 'onViewNewest'> &
  Pick<DocumentViewerProps, 'dimensionsOf'> & {
    /** The newest version has been opened. */
    onViewed?: (newest: PerformerDocument) => void
  }

/** A rejection. A newer version opens above it, and the typed values remain (D11). */
export function Rejection({ dimensionsOf, onViewed, ...dialog }: RejectionProps) {
  const [viewed, setViewed] = useState<PerformerDocument | null>(null)
  return (
    <>
      <RejectDialog
        {...dialog}
        onViewNewest={(newest) => {
          setViewed(newest)
          onViewed?.(newest)
        }}
      />
      {viewed && (
        <DocumentViewer
          performerName={dialog.performer.name}
          documents={[viewed]}
          firstId={viewed.id}
          dimensionsOf={dimensionsOf}
          onClose={() => setViewed(null)}
        />
      )}
    </>
  )
}
