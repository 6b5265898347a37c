import { Alert, Button } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import '@mantine/core/styles/Button.css'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Dialog } from './Dialog.tsx'
import form from './form.module.css'

export interface FormDialogProps {
  title: string
  /** Pixels. */
  size?: number
  /** The word on the button that sends it. */
  submit: string
  /** Nothing is there to be sent yet. */
  disabled?: boolean
  busy: boolean
  /** Why it failed, where no field tells it; `failed` says what. */
  error?: string | null | undefined
  failed?: string
  /** Never called while it is busy or disabled. */
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with fields beneath one another. What is wrong with one is told there; anything else above the buttons. */
export function FormDialog({
  title,
  size = 480,
  submit,
  onSubmit,
  onClose,
  children,
  ...rest
}: FormDialogProps) {
  const { busy, disabled = false, error, failed } = rest
  const element = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (busy || disabled) return
    setTries(tries + 1)
    onSubmit()
  }
  // The first field that is wrong may be out of sight, and nobody should have to look for it.
  useEffect(() => {
    if (tries === 0 || busy) return
    // After the dialog, which puts the focus on its first field when it holds it again.
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
