import type { FormEvent, ReactNode } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { FormAlert } from '../../ui/FormAlert.tsx'
import classes from './LoginForm.module.css'

export interface LinkFormProps {
  /** Told above the fields, unless it is told at one of them. */
  failure: Error | null
  onSubmit: () => void
  children: ReactNode
}

/** A form of the pages around signing in. */
export function LinkForm({ failure, onSubmit, children }: LinkFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form onSubmit={submit} className={classes.form} noValidate>
      {failure && <FormAlert title={failureText(failure)} />}
      {children}
    </form>
  )
}
