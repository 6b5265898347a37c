import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Dialog, DialogCancel } from './Dialog.tsx'
import { focusFault } from './focus-fault.ts'
import form from './form.module.css'
import { Alert } from './mantine/Alert.ts'
import { Button } from './mantine/Button.ts'

export interface FormDialogProps {
  title: string
  /** Pixels. */
  size?: number
  /** Label of the submit button. */
  submit: string
  /** Disables submitting, such as while required input is missing. */
  disabled?: boolean
  busy: boolean
  /** Closing asks first. */
  unsaved?: boolean
  /** Failure that belongs to no field; `failed` is its title. */
  error?: string | null | undefined
  failed?: string
  /** Not called while busy or disabled. */
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. Field errors appear at the fields, other errors below them. */
export function FormDialog(props: FormDialogProps) {
  const { title, size = 480, submit, onSubmit, onClose, children } = props
  const { busy, disabled = false, unsaved = false, error, failed } = props
  const id = useId()
  const element = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy || disabled) return
    setTries(tries + 1)
    onSubmit()
  }
  useEffect(() => {
    if (tries > 0 && !busy) focusFault(element.current)
  }, [tries, busy])
  return (
    <Dialog
      title={title}
      size={size}
      busy={busy}
      unsaved={unsaved}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button type="submit" form={id} size="md" disabled={disabled} loading={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} ref={element} onSubmit={send} noValidate className={form.form}>
        {children}
        {error && (
          <Alert color="red" role="alert" title={failed}>
            {error}
          </Alert>
        )}
      </form>
    </Dialog>
  )
}
