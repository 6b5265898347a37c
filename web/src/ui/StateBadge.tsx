import type { TablerIcon } from '@tabler/icons-react'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleDashed,
  IconClock,
} from '@tabler/icons-react'
import classes from './StateBadge.module.css'

export type Tone = 'ok' | 'wait' | 'bad' | 'neutral'

const defaultIcons = {
  ok: IconCircleCheck,
  wait: IconClock,
  bad: IconArrowBackUp,
  neutral: IconCircleDashed,
} as const satisfies Record<Tone, TablerIcon>

/** Value of `icon` for a state that needs attention soon. */
export const attentionIcon = IconAlertTriangle

export interface StateBadgeProps {
  tone: Tone
  children: string
  icon?: TablerIcon
}

/** A state as icon and text, never by colour alone. */
export function StateBadge({ tone, children, icon }: StateBadgeProps) {
  const Icon = icon ?? defaultIcons[tone]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={15} aria-hidden />
      {children}
    </span>
  )
}
