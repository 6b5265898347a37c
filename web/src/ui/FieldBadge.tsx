import type { ReactNode } from 'react'
import classes from './FieldBadge.module.css'
import { type Need, needLabels } from './need.ts'

export interface FieldBadgeProps {
  kind: Need
}

/** Marks a form label as required, recommended or optional. */
export function FieldBadge({ kind }: FieldBadgeProps) {
  return (
    <span className={classes.badge} data-kind={kind} data-tone={kind === 'required' ? 'bad' : 'neutral'}>
      {needLabels[kind]}
    </span>
  )
}

/** A form label with its badge. */
export function FieldLabel({ kind, children }: FieldBadgeProps & { children: ReactNode }) {
  return (
    <>
      {children} <FieldBadge kind={kind} />
    </>
  )
}
