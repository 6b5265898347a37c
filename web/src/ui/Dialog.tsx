import type { ReactNode } from 'react'
import { Modal } from './mantine/Modal.ts'
import { useReturnFocus } from './use-return-focus.ts'

export interface DialogProps {
  title: string
  /** Pixels. */
  size?: number
  /** Absent if only a button in the content closes the dialog. */
  onClose?: () => void
  /** Prevents closing, and leaves focus and Esc to a step-up dialog on top. */
  busy?: boolean
  /** Prevents closing by a click outside, which would discard input. */
  keepsInput?: boolean
  children: ReactNode
}

/** A dialog that is open while mounted. */
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
