import type { ReactNode } from 'react'
import classes from './FieldBadge.module.css'
import { type Need, needLabels } from './need.ts'

export interface FieldBadgeProps {
  kind: Need
  /** Replaces the Japanese word. */
  word?: string | undefined
}

/** Marks a form label as required, recommended or optional. */
export function FieldBadge({ kind, word }: FieldBadgeProps) {
  return (
    <span className={classes.badge} data-kind={kind} data-tone={kind === 'required' ? 'bad' : 'neutral'}>
      {word ?? needLabels[kind]}
    </span>
  )
}

/** A form label with its badge. */
export function FieldLabel({ children, ...badge }: FieldBadgeProps & { children: ReactNode }) {
  return (
    <>
      {children} <FieldBadge {...badge} />
    </>
  )
}
