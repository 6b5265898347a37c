import type { ReactNode } from 'react'
import { Dialog, DialogCancel } from './Dialog.tsx'
import { Alert } from './mantine/Alert.ts'
import { Button } from './mantine/Button.ts'

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
          <Button size="md" {...(danger && { color: 'red' })} onClick={onConfirm} loading={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
      {error && (
        <Alert color="red" role="alert" mt={16}>
          {error}
        </Alert>
      )}
    </Dialog>
  )
}
