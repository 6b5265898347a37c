import type { ReactNode } from 'react'
import type { z } from 'zod'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { useFormCall } from '../../ui/use-form-call.ts'
import { ReasonField } from './ReasonField.tsx'

export interface ReasonDialogProps<After> {
  title: string
  /** Label of the field of the reason. */
  label: string
  /** States where the reason is shown. */
  description?: string
  submit: string
  /** Title of a failure. */
  failed: string
  schema: z.ZodType<{ reason: string }>
  act: (body: { reason: string }) => Promise<After>
  /** Runs after the act and shows what it has changed. */
  onDone: (after: After) => Promise<void>
  onClose: () => void
  /** States what the act does. */
  children: ReactNode
}

/** The dialog of an act on a record that needs a written reason. */
export function ReasonDialog<After>({
  title,
  label,
  description = 'この画面と監査ログに表示されます。',
  submit,
  failed,
  schema,
  act,
  onDone,
  onClose,
  children,
}: ReasonDialogProps<After>) {
  const form = useFormCall({
    initial: { reason: '' },
    schema,
    call: act,
    onDone: async (after) => {
      await onDone(after)
      onClose()
    },
  })
  return (
    <FormDialog title={title} submit={submit} failed={failed} state={form} onClose={onClose}>
      <p>{children}</p>
      <ReasonField label={label} description={description} data-autofocus {...form.field('reason')} />
    </FormDialog>
  )
}
