import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { lazy, Suspense, useState } from 'react'
import type { DocumentOpen } from '../documents/document-open.ts'
import { useDimensions } from './use-dimensions.ts'

// Each dialog is a separate chunk, loaded when it first opens.
const DocumentViewer = lazy(async () => ({
  default: (await import('../documents/DocumentViewer.tsx')).DocumentViewer,
}))
const RejectDialog = lazy(async () => ({
  default: (await import('../documents/RejectDialog.tsx')).RejectDialog,
}))
const SubmitDialog = lazy(async () => ({
  default: (await import('../documents/SubmitDialog.tsx')).SubmitDialog,
}))
const VerifyDialog = lazy(async () => ({
  default: (await import('../documents/VerifyDialog.tsx')).VerifyDialog,
}))
const VersionsDialog = lazy(async () => ({
  default: (await import('../documents/VersionsDialog.tsx')).VersionsDialog,
}))

export interface PerformerDialogsProps {
  performer: Performer
  documents: readonly PerformerDocument[]
  open: DocumentOpen | null
  onOpen: (open: DocumentOpen | null) => void
}

/** The open dialog about a document, if any. */
export function PerformerDialogs(props: PerformerDialogsProps) {
  return <Suspense fallback={null}>{props.open && <OpenDialog {...props} open={props.open} />}</Suspense>
}

function OpenDialog({ performer, documents, open, onOpen }: PerformerDialogsProps & { open: DocumentOpen }) {
  const { dimensionsOf } = useDimensions(performer.id)
  const onClose = () => onOpen(null)
  switch (open.kind) {
    case 'view':
      return (
        <DocumentViewer
          performerName={performer.name}
          {...open}
          dimensionsOf={dimensionsOf}
          onClose={onClose}
        />
      )
    case 'submit':
      return (
        <SubmitDialog
          performerId={performer.id}
          type={open.type}
          current={documents.find(({ type }) => type === open.type)}
          onClose={onClose}
        />
      )
    case 'verify':
    case 'reject':
      return <DecisionDialog performer={performer} documents={documents} open={open} onOpen={onOpen} />
    case 'versions':
      return (
        <VersionsDialog
          performerId={performer.id}
          type={open.type}
          onView={(versions, firstId) => onOpen({ kind: 'view', documents: versions, firstId })}
          onClose={onClose}
        />
      )
  }
}

interface DecisionDialogProps extends PerformerDialogsProps {
  open: Extract<DocumentOpen, { kind: 'verify' | 'reject' }>
}

/** A decision. A newer version opens above it, and the typed values remain (D11). */
function DecisionDialog({ performer, documents, open, onOpen }: DecisionDialogProps) {
  const { dimensionsOf } = useDimensions(performer.id)
  const [covered, setCovered] = useState(false)
  const newest = documents.find(({ type }) => type === open.document.type)
  const dialog = {
    performerName: performer.name,
    document: open.document,
    covered,
    onViewNewest: () => {
      if (newest) onOpen({ ...open, document: newest })
      setCovered(true)
    },
    onClose: () => onOpen(null),
  }
  return (
    <>
      {open.kind === 'reject' ? (
        <RejectDialog {...dialog} />
      ) : (
        <VerifyDialog
          {...dialog}
          dateOfBirth={performer.date_of_birth}
          idKind={performer.idKind}
          backStored={documents.some(({ type }) => type === 'idBack')}
        />
      )}
      {covered && (
        <Suspense>
          <DocumentViewer
            performerName={performer.name}
            documents={[open.document]}
            firstId={open.document.id}
            dimensionsOf={dimensionsOf}
            onClose={() => setCovered(false)}
          />
        </Suspense>
      )}
    </>
  )
}
