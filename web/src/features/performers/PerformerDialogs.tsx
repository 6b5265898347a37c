import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { DocumentOpen } from '../documents/document-open.ts'
import { useDimensions } from './use-dimensions.ts'

// Each dialog is a separate chunk, loaded when it first opens.
const DocumentViewer = lazyPart(() => import('../documents/DocumentViewer.tsx').then((m) => m.DocumentViewer))
const RejectDialog = lazyPart(() => import('../documents/RejectDialog.tsx').then((m) => m.RejectDialog))
const SubmitDialog = lazyPart(() => import('../documents/SubmitDialog.tsx').then((m) => m.SubmitDialog))
const VerifyDialog = lazyPart(() => import('../documents/VerifyDialog.tsx').then((m) => m.VerifyDialog))
const VersionsDialog = lazyPart(() => import('../documents/VersionsDialog.tsx').then((m) => m.VersionsDialog))

export interface PerformerDialogsProps {
  performer: Performer
  documents: readonly PerformerDocument[]
  open: DocumentOpen | null
  onOpen: (open: DocumentOpen | null) => void
}

/** The open dialog about a document, if any. */
export function PerformerDialogs(props: PerformerDialogsProps) {
  return props.open && <OpenDialog {...props} open={props.open} />
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
        <DocumentViewer
          performerName={performer.name}
          documents={[open.document]}
          firstId={open.document.id}
          dimensionsOf={dimensionsOf}
          onClose={() => setCovered(false)}
        />
      )}
    </>
  )
}
