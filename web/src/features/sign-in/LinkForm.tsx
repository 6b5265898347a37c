import type { FormEvent, ReactNode } from 'react'
import { failureText } from '../../api/failure-text.ts'
import { FormAlert } from '../../ui/FormAlert.tsx'
import classes from './LoginForm.module.css'

export interface LinkFormProps {
  /** Shown above the fields; null if a field shows it. */
  failure: Error | null
  onSubmit: () => void
  children: ReactNode
}

/** A form of the pages around sign-in. */
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
