import type { ReactNode } from 'react'
import classes from './CountBadge.module.css'

export interface CountBadgeProps {
  /** Announces changes to screen readers, such as the count of a search. */
  announced?: boolean
  children: ReactNode
}

/** A count next to a heading. */
export function CountBadge({ announced = false, children }: CountBadgeProps) {
  return (
    <span className={classes.count} role={announced ? 'status' : undefined}>
      {children}
    </span>
  )
}
