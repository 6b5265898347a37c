import { Stack, type StackProps } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Alert } from './Alert.tsx'
import type { FormState } from './use-form-call.ts'

export interface FormProps {
  state: FormState
  id?: string
  /** Between the fields. */
  gap?: StackProps['gap']
  className?: string | undefined
  /** Ignores Enter in a field. */
  disabled?: boolean
  /** Title of a failure that belongs to no field. */
  failed?: string | undefined
  /** The language of the failure. */
  lang?: 'en'
  /** The fields; the failure is shown below them. */
  children?: ReactNode
  /** Below the failure, such as the button. */
  foot?: ReactNode
}

/** The form element of useFormCall. */
export function Form(props: FormProps) {
  const { state, id, gap = 'md', className = '', disabled = false, failed, lang, children, foot } = props
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble from a dialog to the form that contains it in the tree.
    event.stopPropagation()
    if (!disabled) state.submit()
  }
  return (
    <form id={id} ref={state.ref} onSubmit={submit} noValidate>
      <Stack gap={gap} className={className}>
        {children}
        {state.error !== null && (
          <Alert title={failed ?? state.error} lang={lang}>
            {failed && state.error}
          </Alert>
        )}
        {foot}
      </Stack>
    </form>
  )
}
