import { asRomanName, isRomanName, romanNameMessage } from '@kyc/contract/performer-fields.ts'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

export interface RomanFieldProps extends Omit<TextInputProps, 'value'> {
  fieldLabel: string
  value: string
  /** Receives the text in half-width capitals when the focus leaves the field, if this changes the text. */
  onText: (text: string) => void
}

/** A text field for a roman name. Shows a name in other characters as an error once the field was left. */
export function RomanField({ fieldLabel, value, onText, onBlur, error, ...input }: RomanFieldProps) {
  const [left, setLeft] = useState(false)
  const fault = left && !isRomanName(value.trim()) ? romanNameMessage(fieldLabel) : undefined
  return (
    <TextInput
      {...input}
      value={value}
      error={error ?? fault}
      onFocus={() => setLeft(false)}
      onBlur={(event) => {
        onBlur?.(event)
        setLeft(true)
        const roman = asRomanName(value)
        if (roman !== value) onText(roman)
      }}
    />
  )
}
