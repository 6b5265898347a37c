import { VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import { runToastAct } from '../../ui/toast.ts'
import { useKeys } from '../../ui/use-key.ts'
import { useDocumentBytes } from '../documents/document-queries.ts'
import { ViewerDialog } from '../documents/viewer/ViewerDialog.tsx'
import { MaskDialog } from './MaskDialog.tsx'
import { ReviewPanel, type ReviewPanelProps } from './ReviewPanel.tsx'
import { useCurrentReview } from './use-review.ts'

export interface ReviewViewerProps {
  /** The focus starts at the decision. */
  decide?: boolean
  onClose: () => void
}

/** The documents of the current review in full size, with the decision next to them. */
export function ReviewViewer({ decide = false, onClose }: ReviewViewerProps) {
  const { performer, documents, doc, state, dispatch, newestOf, onNote } = useCurrentReview()
  const [masking, setMasking] = useState(false)
  const status = useRef<HTMLDivElement>(null)
  // Undoes the last decision. The key of the toast itself acts only on the page below the viewer.
  useKeys({ z: runToastAct }, { within: status })
  if (!doc) return null
  const maskable = doc.id === newestOf(doc)?.id && doc.mimeType !== 'application/pdf'
  return (
    <>
      <ViewerDialog
        performerName={performer.name}
        documents={documents}
        doc={doc}
        acts={{
          autoFocus: decide,
          onNote,
          onSeen: (seen) => dispatch({ kind: 'seen', id: doc.id, seen }),
          onMask: maskable ? () => setMasking(true) : undefined,
          panel: (broken) => (
            <>
              <VisuallyHidden ref={status} component="div" role="status">
                {state.announcement}
              </VisuallyHidden>
              <LoadedPanel key={doc.id} doc={doc} broken={broken} autoFocus={state.deciding} />
            </>
          ),
        }}
        onShow={({ id }) => dispatch({ kind: 'show', id })}
        onClose={onClose}
      />
      {masking && (
        <MaskDialog
          doc={doc}
          idKind={performer.idKind}
          onMasked={(newest) => {
            setMasking(false)
            dispatch({ kind: 'pin', newest })
          }}
          onClose={() => setMasking(false)}
        />
      )}
    </>
  )
}

/** The decision on a document, which is possible once its bytes have loaded. */
function LoadedPanel({ broken, ...panel }: Omit<ReviewPanelProps, 'opened'> & { broken: boolean }) {
  const bytes = useDocumentBytes(panel.doc, 'screen')
  return <ReviewPanel {...panel} opened={bytes.data !== undefined && !broken} />
}
