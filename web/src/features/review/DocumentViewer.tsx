import type { RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { Modal, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type KeyboardEvent, useReducer, useRef, useState } from 'react'
import { singleKeysOn } from '../../ui/single-keys.ts'
import { useBackToClose } from '../../ui/use-back-to-close.ts'
import { useReturnFocus } from '../../ui/use-return-focus.ts'
import { useDocumentBytes } from '../documents/document-queries.ts'
import classes from '../documents/viewer/DocumentViewer.module.css'
import { ViewerBar } from '../documents/viewer/ViewerBar.tsx'
import { ViewerFoot } from '../documents/viewer/ViewerFoot.tsx'
import { ViewerStage } from '../documents/viewer/ViewerStage.tsx'
import { ViewerTools } from '../documents/viewer/ViewerTools.tsx'
import { initialView, viewerKey, viewReducer } from '../documents/viewer/viewer-view.ts'
import { MaskDialog } from './MaskDialog.tsx'
import { nextPending, withNewest } from './next-pending.ts'
import { paneOrder } from './panes/arrange.ts'
import { ReviewPanel, type ReviewPanelProps } from './ReviewPanel.tsx'
import type { Rejected } from './rejection/RejectDialog.tsx'
import { type ReviewDrafts, suggestedCodes, useReviewDrafts } from './review-draft.ts'

/** What an admin needs to decide in the viewer. */
export interface ViewerReview {
  performer: Performer
  /** The newest version of each slot. */
  current: readonly PerformerDocument[]
  /** The focus starts at the decision. */
  decide: boolean
  /** Shared with the page below, if it also decides. */
  drafts?: ReviewDrafts | undefined
  /** Why nothing can be decided, such as the claim of another account. */
  refusal?: string | undefined
  onReject: (
    doc: PerformerDocument,
    suggested: (doc: PerformerDocument) => readonly RejectionCode[],
    onRejected: (rejected: Rejected) => void,
  ) => void
  /** Closes the viewer, and moves the focus to a new note. */
  onNote: () => void
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
  const own = useReviewDrafts(review?.performer)
  const drafts = review?.drafts ?? own
  const content = useRef<HTMLDivElement>(null)
  useReturnFocus()
  useBackToClose(true, onClose)
  const at = placeOf(documents, shownId)
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
    else if (key.kind === 'document')
      showAt(documents.findIndex(({ type }) => type === paneOrder[key.number - 1]))
    else if (key.kind === 'note') review?.onNote()
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
  const decided = (act: '承認' | '差し戻', { documents: ofAct, closed }: Rejected) => {
    const next = closed ? undefined : nextPending(documents, current, ofAct)
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
                onNote={review?.onNote}
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
                <ViewerTools view={view} dispatch={dispatch} onFullScreen={toggleFullScreen} />
              </div>
              <ViewerFoot documents={documents} shownId={shown.id} onShow={showAt} />
            </div>
            {review && (
              <Review
                key={shown.id}
                review={review}
                drafts={drafts}
                doc={shown}
                newest={newest}
                broken={brokenId === shown.id}
                autoFocus={deciding}
                onDecided={decided}
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

function placeOf(documents: readonly PerformerDocument[], shownId: string): number {
  const at = documents.findIndex(({ id }) => id === shownId)
  return Math.max(0, at)
}

interface ReviewProps extends Pick<ReviewPanelProps, 'doc' | 'newest' | 'autoFocus' | 'onViewNewest'> {
  review: ViewerReview
  drafts: ReviewDrafts
  broken: boolean
  onDecided: (act: '承認' | '差し戻', rejected: Rejected) => void
}

function Review({ review, drafts, broken, onDecided, ...props }: ReviewProps) {
  const { doc } = props
  const { performer, current, refusal, onReject } = review
  const bytes = useDocumentBytes(doc, 'screen')
  return (
    <ReviewPanel
      {...props}
      performer={performer}
      refusal={refusal}
      opened={bytes.data !== undefined && !broken}
      backStored={current.some(({ type }) => type === 'idBack')}
      draft={drafts.of(doc)}
      onDraft={(draft) => drafts.change(doc, draft)}
      onApproved={() => onDecided('承認', { documents: [doc], closed: false })}
      onReject={() =>
        onReject(
          doc,
          (each) => suggestedCodes(each, drafts.of(each), performer.date_of_birth),
          (rejected) => onDecided('差し戻', rejected),
        )
      }
    />
  )
}
