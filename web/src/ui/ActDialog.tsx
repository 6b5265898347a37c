import { useMutation } from '@tanstack/react-query'
import { failureText } from '../api/failure-text.ts'
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'

export interface ActDialogProps<Reply>
  extends Pick<ConfirmDialogProps, 'title' | 'confirm' | 'danger' | 'onClose' | 'children'> {
  act: () => Promise<Reply>
  /** The dialog is busy until this resolves. It also closes the dialog. */
  onDone: (reply: Reply) => unknown
  /** Precedes the message of a failure. */
  failed?: string
}

/** Asks for confirmation of an act that is one call, and shows its failure. */
export function ActDialog<Reply>({ act, onDone, failed, ...dialog }: ActDialogProps<Reply>) {
  const { isPending, error, mutate } = useMutation({ mutationFn: act, onSuccess: onDone })
  const text = error && failureText(error)
  return (
    <ConfirmDialog
      {...dialog}
      busy={isPending}
      error={text && failed ? `${failed}：${text}` : text}
      onConfirm={() => mutate()}
    />
  )
}
