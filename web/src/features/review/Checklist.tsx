import type { CheckId } from '@kyc/contract/check-vocabulary.ts'
import { checkLabels } from '@kyc/contract/review-checks.ts'
import { ActionIcon, Checkbox, Fieldset, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import classes from './ReviewPanel.module.css'
import type { CheckAnswer } from './review-draft.ts'

export interface ChecklistProps {
  checks: readonly CheckAnswer[]
  /** Marks the open ones after an attempt to approve. */
  marked: boolean
  onAnswer: (id: CheckId, answer: boolean | undefined) => void
}

/** What the reviewer confirms about a document; a failed check suggests a reason for its rejection. */
export function Checklist({ checks, marked, onAnswer }: ChecklistProps) {
  return (
    <Fieldset
      variant="unstyled"
      mt="sm"
      mx={0}
      legend="確認項目"
      styles={{ legend: { marginBottom: 2, fontWeight: 700 } }}
    >
      {checks.map(({ id, answer }) => (
        <Group
          key={id}
          className={classes.check}
          justify="space-between"
          gap={4}
          wrap="nowrap"
          data-failed={answer === false || undefined}
        >
          <Checkbox
            label={checkLabels[id]}
            checked={answer === true}
            aria-invalid={(marked && answer === undefined) || undefined}
            error={marked && answer === undefined}
            onChange={({ currentTarget }) => onAnswer(id, currentTarget.checked || undefined)}
          />
          <ActionIcon
            variant={answer === false ? 'light' : 'subtle'}
            color={answer === false ? 'red' : 'gray'}
            aria-label={`問題あり：${checkLabels[id]}`}
            title="問題あり"
            aria-pressed={answer === false}
            onClick={() => onAnswer(id, answer === false ? undefined : false)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
    </Fieldset>
  )
}
