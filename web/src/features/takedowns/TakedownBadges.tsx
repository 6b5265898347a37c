import { type TakedownState, takedownStateLabels } from '@kyc/contract/takedown-vocabulary.ts'
import type { TakedownLine } from '@kyc/contract/takedowns.ts'
import { attentionIcon, StateBadge } from '../../ui/StateBadge.tsx'
import { dueText, isOverdue, stateTones } from './takedown-text.ts'

export function TakedownStateBadge({ state }: { state: TakedownState }) {
  return <StateBadge tone={stateTones[state]}>{takedownStateLabels[state]}</StateBadge>
}

interface DueBadgeProps {
  takedown: Pick<TakedownLine, 'dueAt' | 'closedAt'>
  now: Date
}

/** How much time is left; nothing for a closed request. */
export function DueBadge({ takedown, now }: DueBadgeProps) {
  if (takedown.closedAt !== null) return null
  const overdue = isOverdue(takedown, now)
  return (
    <StateBadge tone={overdue ? 'bad' : 'wait'} {...(overdue && { icon: attentionIcon })}>
      {dueText(takedown.dueAt, now)}
    </StateBadge>
  )
}
