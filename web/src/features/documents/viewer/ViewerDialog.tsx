import { Modal } from '@mantine/core'
import { type KeyboardEvent, useReducer, useRef, useState } from 'react'
import { singleKeysOn } from '../../../ui/single-keys.ts'
import { useBackToClose } from '../../../ui/use-back-to-close.ts'
import { useReturnFocus } from '../../../ui/use-return-focus.ts'
import type { ViewedDocument } from '../document-endpoint.ts'
import classes from './DocumentViewer.module.css'
import { documentOrder } from './document-order.ts'
import { type ViewerActs, ViewerBar } from './ViewerBar.tsx'
import { ViewerFoot } from './ViewerFoot.tsx'
import { ViewerMiddle } from './ViewerMiddle.tsx'
import { initialView, type View, type ViewAction, viewerKey, viewReducer } from './viewer-view.ts'

export interface ViewerDialogProps {
  performerName: string
  documents: readonly ViewedDocument[]
  /** The document on screen, one of `documents`. */
  doc: ViewedDocument
  acts?: ViewerActs
  onShow: (doc: ViewedDocument) => void
  onClose: () => void
}

/** Shows one document at a time in full size. Its object URLs are revoked on close. */
export function ViewerDialog({ performerName, documents, doc, acts, onShow, onClose }: ViewerDialogProps) {
  const [view, dispatch] = useViewOf(doc)
  const [brokenId, setBrokenId] = useState<string>()
  const content = useRef<HTMLDivElement>(null)
  useReturnFocus()
  useBackToClose(true, onClose)
  const at = documents.indexOf(doc)
  const show = (next: ViewedDocument | undefined) => {
    if (!next) return
    // The stage is remounted for each document and would lose the focus.
    if (document.activeElement?.matches('section')) content.current?.focus()
    dispatch({ kind: 'reset' })
    onShow(next)
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
    const key = ignored ? undefined : viewerKey(event, view, doc.pages)
    if (!key) return
    if (key.kind === 'turn') show(documents[at + key.by])
    else if (key.kind === 'document')
      show(documents.find(({ type }) => type === documentOrder[key.number - 1]))
    else if (key.kind === 'note') acts?.onNote()
    else if (key.kind === 'fullScreen') toggleFullScreen()
    else if (key.kind === 'pan') content.current?.querySelector('section')?.scrollBy(key.x, key.y)
    else dispatch(key)
    event.preventDefault()
  }
  return (
    // The key handler is on the root because a click on the stage focuses the dialog, outside the body.
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={false} // useBackToClose handles Esc
      fullScreen
      transitionProps={{ duration: 0 }}
      onKeyDown={onKeyDown}
    >
      <Modal.Overlay />
      <Modal.Content h="100dvh" ref={content} aria-label="書類の表示">
        <Modal.Body className={classes.body}>
          <div className={classes.main} data-mantine-color-scheme="dark">
            <ViewerBar
              doc={doc}
              performerName={performerName}
              position={`${at + 1} / ${documents.length}`}
              acts={acts}
              onClose={onClose}
            />
            <ViewerMiddle
              doc={doc}
              stage={{
                view,
                dispatch,
                broken: brokenId === doc.id,
                takesFocus: !acts?.autoFocus,
                onSeen: acts?.onSeen,
                onBroken: (broken) => setBrokenId(broken ? doc.id : undefined),
              }}
              onPrevious={at > 0 ? () => show(documents[at - 1]) : undefined}
              onNext={at < documents.length - 1 ? () => show(documents[at + 1]) : undefined}
              onFullScreen={toggleFullScreen}
            />
            <ViewerFoot documents={documents} shownId={doc.id} onShow={show} />
          </div>
          {acts?.panel(brokenId === doc.id)}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The view of the document on screen; another document begins with a view of its own. */
function useViewOf({ id }: ViewedDocument): [View, (action: ViewAction) => void] {
  const [last, dispatch] = useReducer(
    (before: { id: string; view: View }, action: { of: string; action: ViewAction }) => {
      const view = before.id === action.of ? before.view : initialView
      return { id: action.of, view: viewReducer(view, action.action) }
    },
    { id, view: initialView },
  )
  return [last.id === id ? last.view : initialView, (action) => dispatch({ of: id, action })]
}
