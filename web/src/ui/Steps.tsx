import { Group, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import classes from './Steps.module.css'

export interface StepsProps {
  /** Name of the list. */
  label: string
  labels: readonly string[]
  /** Index of the current step. */
  current: number
  /** The current step is the last one, and is done as well. */
  finished?: boolean
  /** Read out after the label of a step that is done. */
  doneText?: string
}

/** The steps of a procedure, each with number or check mark and label. */
export function Steps({ label, labels, current, finished = false, doneText = '（済み）' }: StepsProps) {
  const many = labels.length > 3
  return (
    <Group component="ol" gap="xs" wrap="nowrap" className={classes.steps} aria-label={label} mod={{ many }}>
      {labels.map((name, index) => {
        const isCurrent = index === current
        const isDone = index < current || finished
        return (
          <li
            key={name}
            className={classes.step}
            data-state={isDone ? 'done' : isCurrent ? 'current' : 'ahead'}
            aria-current={isCurrent ? 'step' : undefined}
          >
            <span className={classes.mark}>
              {isDone ? <IconCheck size={16} stroke={2.1} aria-hidden /> : index + 1}
            </span>
            <span className={classes.label}>
              {name}
              {index < current && <VisuallyHidden>{doneText}</VisuallyHidden>}
            </span>
          </li>
        )
      })}
    </Group>
  )
}
