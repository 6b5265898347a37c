import { Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { BusyButton } from './BusyButton.tsx'
import { Dialog, DialogCancel } from './Dialog.tsx'
import { Form } from './Form.tsx'
import type { FormState } from './use-form-call.ts'

export interface FormDialogProps {
  title: string
  /** Pixels. */
  size?: number
  /** Label of the submit button. */
  submit: string
  /** Why submitting is impossible now, shown next to the button. */
  disabledReason?: string | undefined
  /** Title of a failure that belongs to no field. */
  failed?: string
  state: FormState
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form; see useFormCall. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 480, submit, disabledReason, failed, state, onClose, children } = props
  const id = useId()
  return (
    <Dialog
      title={title}
      size={size}
      busy={state.busy}
      unsaved={state.unsaved}
      onClose={onClose}
      footer={
        <>
          {disabledReason && (
            <Text span size="xs" c="dimmed" id={`${id}-why`}>
              {disabledReason}
            </Text>
          )}
          <DialogCancel />
          <BusyButton
            type="submit"
            form={id}
            size="md"
            disabled={disabledReason !== undefined}
            busy={state.busy}
            aria-describedby={disabledReason && `${id}-why`}
          >
            {submit}
          </BusyButton>
        </>
      }
    >
      <Form id={id} state={state} disabled={disabledReason !== undefined} failed={failed}>
        {children}
      </Form>
    </Dialog>
  )
}
