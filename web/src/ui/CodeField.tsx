import type { Ref } from 'react'
import { TextInput } from './mantine/TextInput.ts'

export interface CodeFieldProps {
  value: string
  onChange: (value: string) => void
  error?: string | null | undefined
  description?: string
  disabled?: boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** The six digits of an authenticator app, with browser autofill. */
export function CodeField({ value, onChange, autoFocus = false, ...rest }: CodeFieldProps) {
  return (
    <TextInput
      size="md"
      label="確認コード（6桁）"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      value={value}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  )
}

/** Whether the code has six digits. Accepts groups and full-width digits of Japanese keyboards. */
export function isCode(value: string): boolean {
  return /^\d{6}$/.test(plainCode(value))
}

export function plainCode(value: string): string {
  return value.normalize('NFKC').replace(/\s/g, '')
}
