import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { WhileOpened } from '../documents/OpeningGate.tsx'
import { useDimensions } from '../performers/use-dimensions.ts'
import { PerformerDocumentsDialog } from './PerformerDocumentsDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'

const DocumentViewer = lazyPart(() => import('../documents/DocumentViewer.tsx').then((m) => m.DocumentViewer))

/** The open dialog about one performer of a video; at most one is open at a time. */
export type PerformerOpen = { readonly performer: Performer } & (
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

export function VideoPerformerDialogs({ video, open, onOpen, onRemoved }: VideoPerformerDialogsProps) {
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
    <DocumentViewer
      performerName={performer.name}
      documents={documents}
      firstId={firstId}
      dimensionsOf={dimensionsOf}
      onClose={onClose}
    />
  )
}
