import type { ReactNode } from 'react'
import { Alert } from './Alert.tsx'
import { BusyButton } from './BusyButton.tsx'
import { Dialog, DialogCancel } from './Dialog.tsx'

export interface ConfirmDialogProps {
  onClose: () => void
  onConfirm: () => void
  title: string
  children: ReactNode
  /** Label of the confirm button, such as 削除. */
  confirm: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  /** Failure message, shown only in the dialog. */
  error?: string | null | undefined
}

/** Asks for confirmation of an act; open while mounted. The initial focus is on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onClose, onConfirm, title, children, confirm, cancel, danger = false, busy = false, error } = props
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={busy}
      question
      footer={
        <>
          <DialogCancel autoFocus>{cancel}</DialogCancel>
          <BusyButton size="md" {...(danger && { color: 'red' })} onClick={onConfirm} busy={busy}>
            {confirm}
          </BusyButton>
        </>
      }
    >
      {children}
      {error && <Alert mt={16} title={error} />}
    </Dialog>
  )
}
