import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { useState } from 'react'
import { DocumentViewer } from '../../documents/viewer/DocumentViewer.tsx'
import { useCurrentReview } from '../use-review.ts'
import { RejectDialog, type RejectDialogProps } from './RejectDialog.tsx'

/** A rejection. A newer version opens above it, and the typed values remain. */
export function Rejection(props: Omit<RejectDialogProps, 'onViewNewest'>) {
  const { performer, dispatch } = useCurrentReview()
  const [viewed, setViewed] = useState<PerformerDocument | null>(null)
  return (
    <>
      <RejectDialog
        {...props}
        onViewNewest={(newest) => {
          setViewed(newest)
          dispatch({ kind: 'pin', newest })
        }}
      />
      {viewed && (
        <DocumentViewer
          performerName={performer.name}
          documents={[viewed]}
          firstId={viewed.id}
          onClose={() => setViewed(null)}
        />
      )}
    </>
  )
}
