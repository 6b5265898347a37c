import { Modal } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import type { ReactNode } from 'react'
import { useReturnFocus } from './use-return-focus.ts'

export interface DialogProps {
  title: string
  /** Pixels. */
  size?: number
  /** Absent where only a button of its own closes it. */
  onClose?: () => void
  /** Something runs: the dialog stays, and a fresh sign-in that is asked for above it has focus and Esc to itself. */
  busy?: boolean
  /** Something may have been typed into it: a click beside it does not throw that away. */
  keepsInput?: boolean
  children: ReactNode
}

/** A dialog that is drawn for one occasion; whoever draws it takes it away. */
export function Dialog({ title, onClose, busy = false, keepsInput = false, children, ...rest }: DialogProps) {
  const closes = onClose !== undefined && !busy
  useReturnFocus()
  return (
    <Modal
      opened
      onClose={() => onClose?.()}
      title={title}
      centered
      withCloseButton={onClose !== undefined}
      closeOnClickOutside={closes && !keepsInput}
      closeOnEscape={closes}
      trapFocus={!busy}
      closeButtonProps={{ 'aria-label': '閉じる', disabled: busy }}
      {...rest}
    >
      {children}
    </Modal>
  )
}
