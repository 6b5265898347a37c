import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from './Dialog.tsx'
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
  /** Failure that belongs to no field; `failed` is its title. */
  error?: string | null | undefined
  failed?: string
  /** Not called while busy or disabled. */
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form. Field errors appear at the fields, other errors above the buttons. */
export function FormDialog({
  title,
  size = 480,
  submit,
  onSubmit,
  onClose,
  children,
  busy,
  disabled = false,
  error,
  failed,
}: FormDialogProps) {
  const element = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy || disabled) return
    setTries(tries + 1)
    onSubmit()
  }
  // Focuses the first invalid field after a failed submit.
  useEffect(() => {
    if (tries === 0 || busy) return
    // Runs after the dialog has restored its focus trap, which focuses the first field.
    const timer = setTimeout(() => {
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }, 0)
    return () => clearTimeout(timer)
  }, [tries, busy])
  return (
    <Dialog title={title} size={size} busy={busy} keepsInput onClose={onClose}>
      <form ref={element} onSubmit={send} noValidate className={form.form}>
        {children}
        {error && (
          <Alert color="red" role="alert" title={failed}>
            {error}
          </Alert>
        )}
        <div className={form.foot}>
          <Button variant="default" size="md" onClick={onClose} disabled={busy}>
            キャンセル
          </Button>
          <Button type="submit" size="md" disabled={disabled} loading={busy}>
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
