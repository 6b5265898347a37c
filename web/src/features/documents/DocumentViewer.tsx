import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { type KeyboardEvent, useReducer, useRef, useState } from 'react'
import { IconChevronLeft, IconChevronRight } from '../../ui/icons.ts'
import { Modal } from '../../ui/mantine/Modal.ts'
import { singleKeysOn } from '../../ui/single-keys.ts'
import { useBackToClose } from '../../ui/use-back-to-close.ts'
import classes from './DocumentViewer.module.css'
import { ViewerBar } from './ViewerBar.tsx'
import { ViewerFoot } from './ViewerFoot.tsx'
import { ViewerStage } from './ViewerStage.tsx'
import { ViewerTools } from './ViewerTools.tsx'
import { initialView, type ViewAction, viewReducer } from './viewer-view.ts'

export interface DocumentViewerProps {
  performerName: string
  documents: readonly PerformerDocument[]
  /** The id of the document that opens first. */
  firstId: string
  /** Such as 1600×1200; undefined if unknown. */
  dimensionsOf: (document: PerformerDocument) => string | undefined
  onClose: () => void
}

/** Shows one document at a time in full size. Its object URLs are revoked on close (spec §2). */
export function DocumentViewer({
  performerName,
  documents,
  firstId,
  dimensionsOf,
  onClose,
}: DocumentViewerProps) {
  const [shownId, setShownId] = useState(firstId)
  const [view, dispatch] = useReducer(viewReducer, initialView)
  const content = useRef<HTMLDivElement>(null)
  useBackToClose(true, onClose)
  const at = Math.max(
    0,
    documents.findIndex(({ id }) => id === shownId),
  )
  const shown = documents[at]
  const show = (index: number) => {
    const next = documents[index]
    if (!next) return
    // The stage is remounted for each document and would lose the focus.
    if (document.activeElement?.matches('section')) content.current?.focus()
    setShownId(next.id)
    dispatch({ kind: 'reset' })
  }
  const toggleFullScreen = () => {
    // The browser may refuse full screen; the viewer fills the window anyway.
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : content.current?.requestFullscreen()
    change?.catch(() => {})
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') show(at - 1)
    else if (event.key === 'ArrowRight') show(at + 1)
    else if (!singleKeysOn()) return
    else if (event.key.toLowerCase() === 'f') toggleFullScreen()
    else if (keyActions[event.key]) dispatch(keyActions[event.key] ?? { kind: 'reset' })
    else return
    event.preventDefault()
  }
  if (!shown) return null
  return (
    // The key handler is on the root because a click on the stage focuses the dialog, outside the body.
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false}
      fullScreen
      transitionProps={{ duration: 0 }}
      onKeyDown={onKeyDown}
    >
      <Modal.Overlay />
      <Modal.Content className={classes.viewer} ref={content} aria-label="書類の表示">
        <Modal.Body className={classes.body}>
          <ViewerBar
            document={shown}
            performerName={performerName}
            dimensions={dimensionsOf(shown)}
            position={`${at + 1} / ${documents.length}`}
            onClose={onClose}
          />
          <div className={classes.middle}>
            <ViewerStage key={shown.id} document={shown} view={view} dispatch={dispatch} />
            <button
              type="button"
              className={`${classes.icon} ${classes.turn} ${classes.previous}`}
              aria-label="前の書類"
              disabled={at === 0}
              onClick={() => show(at - 1)}
            >
              <IconChevronLeft size={22} />
            </button>
            <button
              type="button"
              className={`${classes.icon} ${classes.turn} ${classes.next}`}
              aria-label="次の書類"
              disabled={at === documents.length - 1}
              onClick={() => show(at + 1)}
            >
              <IconChevronRight size={22} />
            </button>
            <ViewerTools view={view} dispatch={dispatch} onFullScreen={toggleFullScreen} />
          </div>
          <ViewerFoot documents={documents} shownId={shown.id} onShow={show} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** E rotates, because R is reserved for rejecting. */
const keyActions: Readonly<Record<string, ViewAction | undefined>> = {
  '+': { kind: 'zoomIn' },
  ';': { kind: 'zoomIn' },
  '=': { kind: 'zoomIn' },
  '-': { kind: 'zoomOut' },
  '0': { kind: 'reset' },
  e: { kind: 'rotate', turns: 1 },
  E: { kind: 'rotate', turns: -1 },
}
