import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconInbox } from './icons.ts'
import classes from './states.module.css'

export interface EmptyStateProps {
  title: string
  /** Explains the place and what is needed. */
  children?: ReactNode
  /** The button that adds the first item. */
  action?: ReactNode
  icon?: TablerIcon
}

/** Shown instead of an empty list: its purpose and the action that fills it. */
export function EmptyState({ title, children, action, icon: Icon = IconInbox }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <span className={classes.icon}>
        <Icon size={28} stroke={1.5} aria-hidden />
      </span>
      <h2 className={classes.title}>{title}</h2>
      {children && <div className={classes.text}>{children}</div>}
      {action}
    </div>
  )
}
