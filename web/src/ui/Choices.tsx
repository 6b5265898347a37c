import { Stack, Text } from '@mantine/core'
import { useId } from 'react'
import classes from './Choices.module.css'

export interface ChoicesProps<Value extends string> {
  legend: string
  /** The heading of the page states the legend. */
  legendHidden?: boolean
  options: readonly { readonly value: Value; readonly label: string; readonly note?: string }[]
  /** Null before the first choice. */
  value: Value | null
  onChange: (value: Value) => void
  describedBy?: string
}

/** Radio buttons as cards, large enough for a thumb. */
export function Choices<Value extends string>(props: ChoicesProps<Value>) {
  const { legend, legendHidden = false, options, value, onChange, describedBy } = props
  const id = useId()
  return (
    <Stack
      component="fieldset"
      gap="xs"
      m={0}
      p={0}
      bd={0}
      aria-label={legendHidden ? legend : undefined}
      aria-describedby={describedBy}
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
    </Stack>
  )
}
