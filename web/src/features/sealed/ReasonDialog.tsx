import type { SealedPerformer } from '@kyc/contract/sealed-performers.ts'
import type { ReactNode } from 'react'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { ReasonField, reasonFault } from './ReasonField.tsx'
import { useSealedActDone } from './sealed-queries.ts'

export interface ReasonDialogProps {
  title: string
  /** Of the reason. */
  label: string
  submit: string
  /** Title of a failure. */
  failed: string
  /** The toast after success. */
  done: string
  act: (body: { reason: string }) => Promise<SealedPerformer>
  onClose: () => void
  /** What the act does. */
  children: ReactNode
}

/** An act on a sealed record that needs a written reason. */
export function ReasonDialog({
  title,
  label,
  submit,
  failed,
  done,
  act,
  onClose,
  children,
}: ReasonDialogProps) {
  const finish = useSealedActDone(done)
  const form = useFormCall({
    initial: { reason: '' },
    check: ({ reason }) => reasonFault(reason, label),
    call: act,
    onDone: async (after) => {
      await finish(after)
      onClose()
    },
  })
  return (
    <FormDialog title={title} submit={submit} failed={failed} state={form} onClose={onClose}>
      <p>{children}</p>
      <ReasonField
        label={label}
        description="この画面と監査ログに表示されます。"
        data-autofocus
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
