import { isDay } from '@kyc/contract/dates.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formatDate } from '../../ui/format.ts'
import { isWholeDay, parseDay } from './parse-day.ts'

export interface DayFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** YYYY-MM-DD, empty, or the typed text if it is not a day. */
  value: string
  onChange: (value: string) => void
  /** Called when a day was typed as eight digits, or as the letter of its era and six digits. */
  onComplete?: (field: HTMLInputElement) => void
}

/**
 * A text field for a day. Accepts the notations of documents, including era years, and shows 1998年4月2日 after
 * blur. No calendar: the years are decades ago.
 */
export function DayField({ value, onChange, onComplete, onBlur, onFocus, error, ...rest }: DayFieldProps) {
  const [typed, setTyped] = useState<string>()
  const shown = isDay(value) ? formatDate(value) : value
  const unparsed = typed === undefined && value !== '' && !isDay(value)
  return (
    <TextInput
      placeholder="例：19980402、平成10年4月2日"
      autoComplete="off"
      {...rest}
      value={typed ?? shown}
      error={error ?? (unparsed && '日付を確認してください。例：1998年4月2日')}
      onFocus={(event) => {
        setTyped(shown)
        onFocus?.(event)
      }}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const day = parseDay(text)
        onChange(day ?? text.trim())
        if (isWholeDay(text)) onComplete?.(event.currentTarget)
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}
