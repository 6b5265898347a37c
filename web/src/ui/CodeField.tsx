import { TextInput, type TextInputProps } from '@mantine/core'

/** The six digits of an authenticator app, with browser autofill. */
export function CodeField(props: TextInputProps) {
  return (
    <TextInput
      size="md"
      label="確認コード（6桁）"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={10}
      {...props}
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
