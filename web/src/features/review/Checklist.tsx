import type { CheckId } from '@kyc/contract/check-vocabulary.ts'
import { checkLabels } from '@kyc/contract/review-checks.ts'
import { ActionIcon, Fieldset, Group, Kbd, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import classes from './ReviewPanel.module.css'
import type { CheckAnswer } from './review-draft.ts'

export interface ChecklistProps {
  checks: readonly CheckAnswer[]
  /** Marks the checks without an answer, after an attempt to approve. */
  marked: boolean
  onAnswer: (id: CheckId, answer: boolean | undefined) => void
}

/** What the reviewer states by approving; a failed check suggests a reason for the rejection. */
export function Checklist({ checks, marked, onAnswer }: ChecklistProps) {
  return (
    <Fieldset
      variant="unstyled"
      mt="xs"
      mx={0}
      legend="承認すると、次を確認したことになります"
      styles={{ legend: { marginBottom: 2, fontWeight: 700 } }}
    >
      {checks.map((check, index) => (
        <Check key={check.id} {...check} number={index + 1} marked={marked} onAnswer={onAnswer} />
      ))}
    </Fieldset>
  )
}

interface CheckProps extends CheckAnswer, Pick<ChecklistProps, 'marked' | 'onAnswer'> {
  /** The key that answers the check while the focus is in the panel. */
  number: number
}

function Check({ id, proof, answer, number, marked, onAnswer }: CheckProps) {
  const label = checkLabels[id]
  const failed = answer === false
  const open = proof === 'answered' && answer === undefined
  return (
    <Group
      className={classes.check}
      role="group"
      aria-label={label}
      // Takes the focus after an incomplete approval: the number key answers here, and Enter confirms nothing.
      tabIndex={-1}
      aria-invalid={(marked && open) || undefined}
      gap={6}
      wrap="nowrap"
      data-failed={failed || undefined}
      data-open={(marked && open) || undefined}
    >
      <Kbd size="xs" aria-hidden>
        {number}
      </Kbd>
      <Text span fz="sm" flex={1} lh={1.4}>
        {label}
        {answer === undefined && (
          <Text span inherit c="yellow">
            {open ? '（要回答）' : '（日付で判定）'}
          </Text>
        )}
      </Text>
      {proof === 'answered' && (
        <ActionIcon
          variant={answer === true ? 'light' : 'default'}
          color={answer === true ? 'green' : 'gray'}
          aria-label={`確認した：${label}`}
          title="確認した"
          aria-pressed={answer === true}
          onClick={() => onAnswer(id, answer === true ? undefined : true)}
        >
          <IconCheck size={16} aria-hidden />
        </ActionIcon>
      )}
      {proof !== 'stated' && proof !== 'answered' && answer === true && (
        <IconCheck className={classes.proven} size={16} role="img" aria-label="一致" />
      )}
      <ActionIcon
        variant={failed ? 'light' : 'subtle'}
        color={failed ? 'red' : 'gray'}
        aria-label={`問題あり：${label}`}
        title="問題あり"
        aria-pressed={failed}
        onClick={() => onAnswer(id, failed ? undefined : false)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
