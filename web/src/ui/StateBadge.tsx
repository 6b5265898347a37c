import type { TablerIcon } from '@tabler/icons-react'
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import IconArrowBackUp from '@tabler/icons-react/dist/esm/icons/IconArrowBackUp.mjs'
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheck.mjs'
import IconCircleDashed from '@tabler/icons-react/dist/esm/icons/IconCircleDashed.mjs'
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs'
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
      <Icon size={15} stroke={1.7} aria-hidden />
      {children}
    </span>
  )
}
