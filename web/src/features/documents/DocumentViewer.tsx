import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { type KeyboardEvent, useReducer, useRef, useState } from 'react'
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts'
import { Modal } from '../../ui/mantine/Modal.ts'
import { UnstyledButton } from '../../ui/mantine/UnstyledButton.ts'
import { VisuallyHidden } from '../../ui/mantine/VisuallyHidden.ts'
import { singleKeysOn } from '../../ui/single-keys.ts'
import { useBackToClose } from '../../ui/use-back-to-close.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import classes from './DocumentViewer.module.css'
import { useDocumentBytes } from './document-queries.ts'
import { nextPending, withNewest } from './next-pending.ts'
import { ReviewPanel } from './ReviewPanel.tsx'
import { MaskDialog } from './redaction/MaskDialog.tsx'
import { ViewerBar } from './ViewerBar.tsx'
import { ViewerFoot } from './ViewerFoot.tsx'
import { ViewerStage } from './ViewerStage.tsx'
import { ViewerTools } from './ViewerTools.tsx'
import { initialView, viewerKey, viewReducer } from './viewer-view.ts'

/** What an admin needs to decide in the viewer. */
export interface ViewerReview {
  performer: Performer
  /** The newest version of each slot. */
  current: readonly PerformerDocument[]
  /** The focus starts at the decision. */
  decide: boolean
  onReject: (doc: PerformerDocument, onRejected: () => void) => void
  /** Nothing is left to decide after this document. */
  onFinished: (doc: PerformerDocument) => void
}

export interface DocumentViewerProps {
  performerName: string
  /** The versions to show; a newer one replaces its version only on request. */
  documents: readonly PerformerDocument[]
  /** The id of the document that opens first. */
  firstId: string
  /** Such as 1600×1200; undefined if unknown. */
  dimensionsOf: (doc: PerformerDocument) => string | undefined
  /** Absent if nothing can be decided here. */
  review?: ViewerReview | undefined
  onClose: () => void
}

const none: readonly PerformerDocument[] = []

/** Shows one document at a time in full size. Its object URLs are revoked on close (spec §2). */
export function DocumentViewer({
  performerName,
  firstId,
  dimensionsOf,
  review,
  onClose,
  ...opened
}: DocumentViewerProps) {
  const current = review?.current ?? none
  const [documents, setDocuments] = useState(opened.documents)
  const [shownId, setShownId] = useState(firstId)
  const [brokenId, setBrokenId] = useState<string>()
  const [deciding, setDeciding] = useState(review?.decide ?? false)
  const [masking, setMasking] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const [view, dispatch] = useReducer(viewReducer, initialView)
  const content = useRef<HTMLDivElement>(null)
  useReturnFocus()
  useBackToClose(true, onClose)
  const at = Math.max(
    0,
    documents.findIndex(({ id }) => id === shownId),
  )
  const pinned = documents[at]
  // A decision changes the version on screen, a replacement does not.
  const shown = current.find(({ id }) => id === pinned?.id) ?? pinned
  const show = (id: string | undefined) => {
    if (!id) return
    // The stage is remounted for each document and would lose the focus.
    if (document.activeElement?.matches('section')) content.current?.focus()
    setShownId(id)
    dispatch({ kind: 'reset' })
  }
  const showAt = (index: number) => {
    setDeciding(false)
    show(documents[index]?.id)
  }
  const toggleFullScreen = () => {
    // The browser may refuse full screen; the viewer fills the window anyway.
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : content.current?.requestFullscreen()
    change?.catch(() => {})
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const inField = event.target instanceof Element && event.target.closest('input, select, textarea')
    const ignored = inField || (event.key.length === 1 && !singleKeysOn())
    const key = ignored ? undefined : viewerKey(event, view, shown?.pages ?? null)
    if (!key) return
    if (key.kind === 'turn') showAt(at + key.by)
    else if (key.kind === 'fullScreen') toggleFullScreen()
    else if (key.kind === 'pan') content.current?.querySelector('section')?.scrollBy(key.x, key.y)
    else dispatch(key)
    event.preventDefault()
  }
  if (!shown) return null
  const newest = current.find(({ type }) => type === shown.type)
  const maskable = shown.id === newest?.id && shown.mimeType !== 'application/pdf' && review !== undefined
  const showNewest = (version: PerformerDocument) => {
    setDocuments(withNewest(documents, version))
    setDeciding(true)
    show(version.id)
  }
  const decided = (act: '承認' | '差し戻') => {
    const next = nextPending(documents, current, shown)
    if (!next) return review?.onFinished(shown)
    setAnnouncement(
      `${documentTypeLabels[shown.type]}を${act}しました。次は${documentTypeLabels[next.type]}です。`,
    )
    setDeciding(true)
    show(next.id)
  }
  return (
    <>
      {/* The key handler is on the root because a click on the stage focuses the dialog, outside the body. */}
      <Modal.Root
        opened
        onClose={onClose}
        closeOnEscape={false} // by useBackToClose
        fullScreen
        transitionProps={{ duration: 0 }}
        onKeyDown={onKeyDown}
      >
        <Modal.Overlay />
        <Modal.Content className={classes.viewer} ref={content} aria-label="書類の表示">
          <Modal.Body className={classes.body}>
            <VisuallyHidden role="status">{announcement}</VisuallyHidden>
            <div className={classes.main}>
              <ViewerBar
                doc={shown}
                performerName={performerName}
                dimensions={dimensionsOf(shown)}
                position={`${at + 1} / ${documents.length}`}
                autoFocus={!review?.decide}
                onMask={maskable ? () => setMasking(true) : undefined}
                onClose={onClose}
              />
              <div className={classes.middle}>
                <ViewerStage
                  key={shown.id}
                  doc={shown}
                  view={view}
                  dispatch={dispatch}
                  broken={brokenId === shown.id}
                  onBroken={(broken) => setBrokenId(broken ? shown.id : undefined)}
                />
                <UnstyledButton
                  className={`${classes.icon} ${classes.turn} ${classes.previous}`}
                  aria-label="前の書類"
                  disabled={at === 0}
                  onClick={() => showAt(at - 1)}
                >
                  <IconChevronLeft size={22} />
                </UnstyledButton>
                <UnstyledButton
                  className={`${classes.icon} ${classes.turn} ${classes.next}`}
                  aria-label="次の書類"
                  disabled={at === documents.length - 1}
                  onClick={() => showAt(at + 1)}
                >
                  <IconChevronRight size={22} />
                </UnstyledButton>
                <ViewerTools
                  view={view}
                  pages={shown.pages}
                  dispatch={dispatch}
                  onFullScreen={toggleFullScreen}
                />
              </div>
              <ViewerFoot documents={documents} shownId={shown.id} onShow={showAt} />
            </div>
            {review && (
              <Review
                key={shown.id}
                performer={review.performer}
                doc={shown}
                newest={newest}
                broken={brokenId === shown.id}
                backStored={current.some(({ type }) => type === 'idBack')}
                autoFocus={deciding}
                onApproved={() => decided('承認')}
                onReject={() => review.onReject(shown, () => decided('差し戻'))}
                onViewNewest={() => newest && showNewest(newest)}
              />
            )}
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
      {masking && review && (
        <MaskDialog
          doc={shown}
          idKind={review.performer.idKind}
          onMasked={(masked) => {
            setMasking(false)
            showNewest(masked)
          }}
          onClose={() => setMasking(false)}
        />
      )}
    </>
  )
}

type ReviewProps = Omit<Parameters<typeof ReviewPanel>[0], 'opened'> & { broken: boolean }

function Review({ broken, ...props }: ReviewProps) {
  const bytes = useDocumentBytes(props.doc, 'screen')
  return <ReviewPanel {...props} opened={bytes.data !== undefined && !broken} />
}
