import { Button, Modal } from '@mantine/core'
import { CatchBoundary } from '@tanstack/react-router'
import { createContext, type KeyboardEventHandler, type ReactNode, use, useEffect, useState } from 'react'
import classes from './Dialog.module.css'
import { type DialogTexts, dialogTexts } from './dialog-texts.ts'
import { useDraft } from './drafts.ts'
import { ErrorState } from './ErrorState.tsx'
import { useBackToClose } from './use-back-to-close.ts'
import { useReturnFocus } from './use-return-focus.ts'

export interface DialogProps {
  title: ReactNode
  /** Pixels. */
  size?: number
  /** Absent if only a button in the content closes the dialog. */
  onClose?: () => void
  /** Prevents closing. */
  busy?: boolean
  /** Every way of closing asks first, and so does closing the window. */
  unsaved?: boolean
  /** A short question, which stays small on phones. */
  question?: boolean
  /** The buttons, always in view. DialogCancel closes the dialog like ×. */
  footer?: ReactNode
  onKeyDown?: KeyboardEventHandler
  /** Replaces the Japanese words. */
  texts?: DialogTexts
  children: ReactNode
}

/**
 * A dialog that is open while mounted. ×, Esc, a click outside, browser back and DialogCancel close it. On
 * phones it fills the screen. Content that throws is replaced by a message; the page and its input remain (D71).
 */
export function Dialog({ unsaved = false, onClose, texts = dialogTexts, ...frame }: DialogProps) {
  const [asking, setAsking] = useState(false)
  useUnloadWarning(unsaved)
  useDraft(unsaved)
  const close = () => (unsaved ? setAsking(true) : onClose?.())
  const goOn = () => setAsking(false)
  return (
    <>
      <Frame {...frame} texts={texts} onClose={onClose && close} />
      {asking && onClose && (
        <Frame
          title={texts.discardTitle}
          texts={texts}
          question
          onClose={goOn}
          footer={
            <>
              <Button variant="default" size="md" onClick={goOn} data-autofocus>
                {texts.keep}
              </Button>
              <Button color="red" size="md" onClick={onClose}>
                {texts.discard}
              </Button>
            </>
          }
        >
          {texts.discardText}
        </Frame>
      )}
    </>
  )
}

/** Closes the dialog that contains it. */
export function DialogCancel({
  children = 'キャンセル',
  autoFocus,
}: {
  children?: ReactNode
  autoFocus?: boolean
}) {
  const { close, busy } = use(FrameContext)
  return (
    <Button variant="default" size="md" onClick={close} disabled={busy} data-autofocus={autoFocus}>
      {children}
    </Button>
  )
}

const FrameContext = createContext<{ close: () => void; busy: boolean }>({ close: () => {}, busy: false })

type FrameProps = Omit<DialogProps, 'onClose' | 'unsaved' | 'texts'> & {
  onClose: (() => void) | undefined
  texts: DialogTexts
}

function Frame({
  title,
  size = 440,
  onClose,
  busy = false,
  question = false,
  footer,
  onKeyDown,
  texts,
  children,
}: FrameProps) {
  const close = () => {
    if (!busy) onClose?.()
  }
  useReturnFocus()
  useBackToClose(true, close)
  return (
    <Modal.Root
      opened
      onClose={close}
      size={size}
      centered
      mod={{ sheet: !question }}
      classNames={{ root: classes.root, content: classes.content, body: classes.body }}
      closeOnEscape={false} // by useBackToClose
      onKeyDown={onKeyDown}
    >
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content radius="md">
        <FrameContext value={{ close, busy }}>
          <Modal.Header>
            <Modal.Title>{title}</Modal.Title>
            {onClose && <Modal.CloseButton aria-label={texts.close} disabled={busy} />}
          </Modal.Header>
          <Modal.Body>
            <CatchBoundary
              getResetKey={() => 'dialog'}
              errorComponent={({ reset }) => (
                <ErrorState title={texts.failedTitle} onRetry={reset}>
                  {texts.failedText}
                </ErrorState>
              )}
            >
              {children}
            </CatchBoundary>
          </Modal.Body>
          {footer && <div className={classes.footer}>{footer}</div>}
        </FrameContext>
      </Modal.Content>
    </Modal.Root>
  )
}

function useUnloadWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
}
