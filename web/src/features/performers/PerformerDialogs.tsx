import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useSession } from '../../session/use-session.ts'
import type { DocumentOpen } from '../documents/document-open.ts'
import { SubmitDialog } from '../documents/slots/SubmitDialog.tsx'
import { WhileOpened } from '../documents/viewer/OpeningGate.tsx'
import { VersionsDialog } from '../documents/viewer/VersionsDialog.tsx'
import type { ViewerReview } from '../review/DocumentViewer.tsx'
import { DocumentViewer } from '../review/DocumentViewer.tsx'
import type { Rejecting } from '../review/rejection/RejectDialog.tsx'
import { Rejection } from '../review/rejection/Rejection.tsx'
import type { DimensionsOf } from './use-dimensions.ts'

// Each dialog is a separate chunk, loaded when it first opens.

export interface PerformerDialogsProps {
  performer: Performer
  /** The newest version of each slot. */
  documents: readonly PerformerDocument[]
  dimensionsOf: DimensionsOf
  open: DocumentOpen | null
  onOpen: (open: DocumentOpen | null) => void
  /** A dialog has closed after a decision on this document. */
  onDecided: (doc: PerformerDocument) => void
}

/** The open dialog about a document, if any. */
export function PerformerDialogs(props: PerformerDialogsProps) {
  return (
    props.open && (
      <WhileOpened performerId={props.performer.id} onOver={() => props.onOpen(null)}>
        <OpenDialog {...props} open={props.open} />
      </WhileOpened>
    )
  )
}

type OpenDialogProps<Kind extends DocumentOpen['kind']> = PerformerDialogsProps & {
  open: Extract<DocumentOpen, { kind: Kind }>
}

function OpenDialog({ open, ...props }: OpenDialogProps<DocumentOpen['kind']>) {
  const { performer, documents, onOpen, onDecided } = props
  const onClose = () => onOpen(null)
  switch (open.kind) {
    case 'view':
      return <Viewing {...props} open={open} />
    case 'submit': {
      const currentOf = (type: DocumentType) => documents.find((each) => each.type === type)
      return (
        <SubmitDialog
          performerId={performer.id}
          slots={open.types.map((type) => ({ type, current: currentOf(type) }))}
          idKind={performer.idKind}
          onClose={onClose}
        />
      )
    }
    case 'reject': {
      const onRejected = () => {
        onClose()
        onDecided(open.doc)
      }
      return (
        <Rejection {...props} current={documents} doc={open.doc} onRejected={onRejected} onClose={onClose} />
      )
    }
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

/** The viewer, with a rejection above it. */
function Viewing({ open, ...props }: OpenDialogProps<'view'>) {
  const { isAdmin } = useSession()
  const { performer, documents, dimensionsOf, onOpen, onDecided } = props
  const [rejecting, setRejecting] = useState<Rejecting | null>(null)
  const review = {
    performer,
    current: documents,
    decide: open.decide ?? false,
    onReject: (...[doc, suggested, onRejected]: Parameters<ViewerReview['onReject']>) =>
      setRejecting({ doc, suggested, onRejected }),
    onNote: () => {
      // The viewer keeps the focus until it has closed.
      flushSync(() => onOpen(null))
      document.querySelector<HTMLInputElement>('input[aria-label="管理者用メモ"]')?.focus()
    },
    onFinished: (doc: PerformerDocument) => {
      onOpen(null)
      onDecided(doc)
    },
  }
  return (
    <>
      <DocumentViewer
        performerName={performer.name}
        documents={open.documents}
        firstId={open.firstId}
        dimensionsOf={dimensionsOf}
        review={isAdmin ? review : undefined}
        onClose={() => onOpen(null)}
      />
      {rejecting && (
        <Rejection
          {...props}
          {...rejecting}
          current={documents}
          onRejected={(rejected) => {
            setRejecting(null)
            rejecting.onRejected(rejected)
          }}
          onClose={() => setRejecting(null)}
        />
      )}
    </>
  )
}
