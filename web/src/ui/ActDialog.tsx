import { useMutation } from '@tanstack/react-query'
import { failureText } from '../api/failure-text.ts'
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx'

export interface ActDialogProps<Reply>
  extends Pick<ConfirmDialogProps, 'title' | 'confirm' | 'danger' | 'onClose' | 'children'> {
  act: () => Promise<Reply>
  /** Must close the dialog, which is busy until this resolves. */
  onDone: (reply: Reply) => unknown
  /** The message of a failure with this reason. */
  failed?: (reason: string) => string
}

/** Asks for confirmation of an act that is one call, and shows its failure. */
export function ActDialog<Reply>({ act, onDone, failed, ...dialog }: ActDialogProps<Reply>) {
  const { isPending, error, mutate } = useMutation({ mutationFn: act, onSuccess: onDone })
  const reason = error && failureText(error)
  return (
    <ConfirmDialog
      {...dialog}
      busy={isPending}
      error={reason && failed ? failed(reason) : reason}
      onConfirm={() => mutate()}
    />
  )
}
