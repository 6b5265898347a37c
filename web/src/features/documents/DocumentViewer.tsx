import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { Modal } from '@mantine/core'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { type KeyboardEvent, useReducer, useRef, useState } from 'react'
import classes from './DocumentViewer.module.css'
import { ViewerBar } from './ViewerBar.tsx'
import { ViewerFoot } from './ViewerFoot.tsx'
import { ViewerStage } from './ViewerStage.tsx'
import { ViewerTools } from './ViewerTools.tsx'
import { initialView, type ViewAct, viewReducer } from './viewer-view.ts'

export interface DocumentViewerProps {
  performerName: string
  documents: readonly PerformerDocument[]
  /** The id of the document that opens first. */
  firstId: string
  /** Such as 1600×1200, where it is known. */
  dimensionsOf: (document: PerformerDocument) => string | undefined
  onClose: () => void
}

/** One document at a time, as large as the screen; what it shows is let go of when it closes (spec §2). */
export function DocumentViewer({
  performerName,
  documents,
  firstId,
  dimensionsOf,
  onClose,
}: DocumentViewerProps) {
  const [shownId, setShownId] = useState(firstId)
  const [view, act] = useReducer(viewReducer, initialView)
  const content = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    documents.findIndex(({ id }) => id === shownId),
  )
  const shown = documents[at]
  const show = (index: number) => {
    const next = documents[index]
    if (!next) return
    // The stage is drawn anew for each document, and a focus on it would be lost with it.
    if (document.activeElement?.matches('section')) content.current?.focus()
    setShownId(next.id)
    act({ kind: 'reset' })
  }
  const toggleFullScreen = () => {
    // The browser may refuse full screen; the viewer fills the window anyway.
    const turned = document.fullscreenElement
      ? document.exitFullscreen()
      : content.current?.requestFullscreen()
    turned?.catch(() => {})
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'ArrowLeft') show(at - 1)
    else if (event.key === 'ArrowRight') show(at + 1)
    else if (event.key.toLowerCase() === 'f') toggleFullScreen()
    else if (keyActs[event.key]) act(keyActs[event.key] ?? { kind: 'reset' })
    else return
    event.preventDefault()
  }
  if (!shown) return null
  return (
    // The keys are heard here and not in the body: a click on the stage leaves the focus on the dialog around it.
    <Modal.Root opened onClose={onClose} fullScreen transitionProps={{ duration: 0 }} onKeyDown={onKeyDown}>
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
            <ViewerStage key={shown.id} document={shown} view={view} act={act} />
            <button
              type="button"
              className={`${classes.icon} ${classes.turn} ${classes.previous}`}
              aria-label="前の書類"
              disabled={at === 0}
              onClick={() => show(at - 1)}
            >
              <IconChevronLeft size={22} stroke={1.7} />
            </button>
            <button
              type="button"
              className={`${classes.icon} ${classes.turn} ${classes.next}`}
              aria-label="次の書類"
              disabled={at === documents.length - 1}
              onClick={() => show(at + 1)}
            >
              <IconChevronRight size={22} stroke={1.7} />
            </button>
            <ViewerTools view={view} act={act} onFullScreen={toggleFullScreen} />
          </div>
          <ViewerFoot documents={documents} shownId={shown.id} onShow={show} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The same letters as on the review desk: E rotates, so that R stays free for rejecting. */
const keyActs: Readonly<Record<string, ViewAct | undefined>> = {
  '+': { kind: 'zoomIn' },
  ';': { kind: 'zoomIn' },
  '=': { kind: 'zoomIn' },
  '-': { kind: 'zoomOut' },
  '0': { kind: 'reset' },
  e: { kind: 'rotate', turns: 1 },
  E: { kind: 'rotate', turns: -1 },
}
