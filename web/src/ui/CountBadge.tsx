import type { ReactNode } from 'react'
import classes from './CountBadge.module.css'

export interface CountBadgeProps {
  /** Screen readers say it whenever it changes: for what a search or a filter found. */
  announced?: boolean
  children: ReactNode
}

/** How many there are, beside a heading. */
export function CountBadge({ announced = false, children }: CountBadgeProps) {
  return (
    <span className={classes.count} role={announced ? 'status' : undefined}>
      {children}
    </span>
  )
}
