import { Alert } from '@mantine/core'
import '@mantine/core/styles/Alert.css'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import type { FormEvent, ReactNode } from 'react'
import { failureText } from '../../api/failure-text.ts'
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
      {failure && (
        <Alert
          role="alert"
          color="red"
          icon={<IconAlertTriangle size={20} stroke={1.7} />}
          title={failureText(failure)}
        />
      )}
      {children}
    </form>
  )
}
