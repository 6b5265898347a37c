import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { ListedPerformer } from '@kyc/contract/performers.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { isGone } from '../../api/failed-query.ts'
import { useDocuments } from '../documents/document-queries.ts'
import { DocumentViewer } from '../documents/viewer/DocumentViewer.tsx'
import { DimensionsContext } from '../documents/viewer/dimensions.ts'
import { WhileOpened } from '../documents/viewer/OpeningGate.tsx'
import { useDimensions } from '../performers/use-dimensions.ts'
import { PerformerDocumentsDialog } from './PerformerDocumentsDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'

/** The open dialog about one performer of a video; at most one is open at a time. */
export type PerformerOpen = { readonly performer: ListedPerformer } & (
  | {
      readonly kind: 'documents'
      /** Id of the document whose button gets the focus. */
      readonly returnTo?: string
    }
  | { readonly kind: 'view'; readonly documents: readonly PerformerDocument[]; readonly firstId: string }
  | { readonly kind: 'remove' }
)

export interface VideoPerformerDialogsProps {
  video: Video
  open: PerformerOpen
  onOpen: (open: PerformerOpen | null) => void
  onRemoved: () => void
}

export function VideoPerformerDialogs(props: VideoPerformerDialogsProps) {
  const { open, onOpen } = props
  const dialog = <OpenDialog {...props} />
  if (open.kind === 'remove') return dialog
  return (
    <WhileVisible performerId={open.performer.id} onGone={() => onOpen(null)}>
      {dialog}
    </WhileVisible>
  )
}

interface WhileVisibleProps {
  performerId: string
  onGone: () => void
  children: ReactNode
}

/** Closes the dialog when the performer is deleted or hidden from the account (D17): the viewer itself fetches nothing. */
function WhileVisible({ performerId, onGone, children }: WhileVisibleProps) {
  const gone = isGone(useDocuments(performerId))
  const close = useEffectEvent(onGone)
  useEffect(() => {
    if (gone) close()
  }, [gone])
  return gone ? null : children
}

function OpenDialog({ video, open, onOpen, onRemoved }: VideoPerformerDialogsProps) {
  const { performer } = open
  switch (open.kind) {
    case 'documents':
      return (
        <PerformerDocumentsDialog
          performer={performer}
          returnTo={open.returnTo}
          onView={(documents, firstId) => onOpen({ kind: 'view', performer, documents, firstId })}
          onClose={() => onOpen(null)}
        />
      )
    case 'view':
      return (
        <WhileOpened
          performerId={performer.id}
          onOver={() => onOpen({ kind: 'documents', performer, returnTo: open.firstId })}
        >
          <Viewer
            {...open}
            onClose={() => onOpen({ kind: 'documents', performer, returnTo: open.firstId })}
          />
        </WhileOpened>
      )
    case 'remove':
      return (
        <RemoveDialog
          video={video}
          performer={performer}
          onClose={() => onOpen(null)}
          onRemoved={onRemoved}
        />
      )
  }
}

type ViewerProps = Extract<PerformerOpen, { kind: 'view' }> & { onClose: () => void }

/** The same viewer as on the performer page; closing it returns to the list of documents. */
function Viewer({ performer, documents, firstId, onClose }: ViewerProps) {
  const { dimensionsOf } = useDimensions(performer.id)
  return (
    <DimensionsContext value={dimensionsOf}>
      <DocumentViewer
        performerName={performer.name}
        documents={documents}
        firstId={firstId}
        onClose={onClose}
      />
    </DimensionsContext>
  )
}
