import { isDay } from '@kyc/contract/dates.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import '@mantine/core/styles/Input.css'
import { useState } from 'react'
import { formatDate } from '../../ui/format.ts'
import { parseDay } from './parse-day.ts'

export interface DayFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** YYYY-MM-DD, empty, or what was typed as long as it is no day. */
  value: string
  onChange: (value: string) => void
}

/**
 * A day, typed as it stands on a document (years of an era too) and shown as 1998年4月2日 once the focus leaves.
 * A calendar would be no help for years that lie decades back.
 */
export function DayField({ value, onChange, onBlur, onFocus, error, ...rest }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  const shown = isDay(value) ? formatDate(value) : value
  const unknown = typed === undefined && value !== '' && !isDay(value)
  return (
    <TextInput
      placeholder="例：19980402、平成10年4月2日"
      autoComplete="off"
      {...rest}
      value={typed ?? shown}
      error={error ?? (unknown && '日付を確認してください。例：1998年4月2日')}
      onFocus={(event) => {
        setTyped(shown)
        onFocus?.(event)
      }}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        onChange(parseDay(text) ?? text.trim())
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
