import { Stack, Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './Choices.module.css'

export interface ChoicesProps<Value extends string> {
  legend: ReactNode
  /** Hides the legend, because the heading of the page states it. */
  legendHidden?: boolean
  options: readonly { readonly value: Value; readonly label: string; readonly note?: string }[]
  /** Null before the first choice. */
  value: Value | null
  onChange: (value: Value) => void
  describedBy?: string
  /** Set if the form was sent without a choice. */
  error?: string | undefined
}

/** Radio buttons as cards, large enough for a thumb. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, legendHidden = false, options, value, onChange, describedBy, error } = props
  const id = useId()
  const errorId = `${id}-error`
  return (
    <Stack
      component="fieldset"
      gap="xs"
      m={0}
      p={0}
      bd={0}
      aria-label={legendHidden ? String(legend) : undefined}
      aria-describedby={error ? errorId : describedBy}
    >
      {!legendHidden && (
        <Text component="legend" fw={700} mb={6}>
          {legend}
        </Text>
      )}
      {options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={id}
            checked={value === option.value}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(option.value)}
          />
          <span>
            {option.label}
            {option.note && (
              <Text span display="block" size="xs" c="dimmed">
                {option.note}
              </Text>
            )}
          </span>
        </label>
      ))}
      {error && (
        <Text id={errorId} size="xs" c="red" role="alert">
          {error}
        </Text>
      )}
    </Stack>
  )
}
