import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { useSession } from '../../session/use-session.ts'
import type { DocumentOpen } from '../documents/document-open.ts'
import { SubmitDialog } from '../documents/slots/SubmitDialog.tsx'
import { DocumentViewer } from '../documents/viewer/DocumentViewer.tsx'
import { DimensionsContext } from '../documents/viewer/dimensions.ts'
import { WhileOpened } from '../documents/viewer/OpeningGate.tsx'
import { VersionsDialog } from '../documents/viewer/VersionsDialog.tsx'
import { ReviewViewer } from '../review/ReviewViewer.tsx'
import { Rejection } from '../review/rejection/Rejection.tsx'
import { ReviewContext } from '../review/use-review.ts'
import type { DimensionsOf } from './use-dimensions.ts'
import { type PerformerReview, usePerformerReview } from './use-performer-review.ts'

export interface PerformerDialogsProps extends PerformerReview {
  dimensionsOf: DimensionsOf
  open: DocumentOpen | null
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
  const { performer, documents, onOpen } = props
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
    case 'reject':
      return <Rejecting {...props} doc={open.doc} />
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

/** The viewer. For admins, it contains the decision. */
function Viewing({ open, ...props }: OpenDialogProps<'view'>) {
  const { isAdmin } = useSession()
  const { performer, dimensionsOf, onOpen } = props
  const onClose = () => onOpen(null)
  return (
    <DimensionsContext value={dimensionsOf}>
      {isAdmin ? (
        <Reviewing {...props} open={open} onClose={onClose} />
      ) : (
        <DocumentViewer performerName={performer.name} {...open} onClose={onClose} />
      )}
    </DimensionsContext>
  )
}

/** The viewer with the decision, and a rejection above it. */
function Reviewing({ open, onClose, ...props }: OpenDialogProps<'view'> & { onClose: () => void }) {
  const { documents, firstId, decide = false } = open
  const review = usePerformerReview(props, { documents, shownId: firstId, deciding: decide })
  const { state, dispatch } = review
  return (
    <ReviewContext value={review}>
      <ReviewViewer decide={decide} onClose={onClose} />
      {state.rejecting && (
        <Rejection doc={state.rejecting} onClose={() => dispatch({ kind: 'reject', doc: null })} />
      )}
    </ReviewContext>
  )
}

/** A rejection without the viewer, and so without checks that suggest reasons. */
function Rejecting({ doc, ...props }: Omit<PerformerDialogsProps, 'open'> & { doc: PerformerDocument }) {
  const review = usePerformerReview(props, { documents: [doc] })
  const decided = () => review.onFinished(doc)
  return (
    <DimensionsContext value={props.dimensionsOf}>
      <ReviewContext value={{ ...review, suggested: () => [], decided }}>
        <Rejection doc={doc} onClose={() => props.onOpen(null)} />
      </ReviewContext>
    </DimensionsContext>
  )
}
