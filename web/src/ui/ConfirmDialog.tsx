import type { ReactNode } from 'react'
import classes from './ConfirmDialog.module.css'
import { Alert } from './mantine/Alert.ts'
import { Button } from './mantine/Button.ts'
import { Modal } from './mantine/Modal.ts'
import { useReturnFocus } from './use-return-focus.ts'

export interface ConfirmDialogProps {
  opened: boolean
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

/** Asks for confirmation of an act. The initial focus is on the cancel button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, onConfirm, title, children } = props
  const { confirm, cancel = 'キャンセル', danger = false, busy = false, error } = props
  useReturnFocus(opened)
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      centered
      // As in Dialog: a step-up dialog may open on top; its focus returns to this dialog.
      trapFocus={!busy}
      closeButtonProps={{ 'aria-label': '閉じる' }}
    >
      <div className={classes.text}>{children}</div>
      {error && (
        <Alert color="red" role="alert" mt={16}>
          {error}
        </Alert>
      )}
      <div className={classes.buttons}>
        <Button variant="default" size="md" onClick={close} disabled={busy} data-autofocus>
          {cancel}
        </Button>
        <Button size="md" {...(danger && { color: 'red' })} onClick={onConfirm} loading={busy}>
          {confirm}
        </Button>
      </div>
    </Modal>
  )
}
