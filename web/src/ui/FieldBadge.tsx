import type { ReactNode } from 'react'
import classes from './FieldBadge.module.css'

const labels = { required: '必須', recommended: '推奨', optional: '任意' } as const

export interface FieldBadgeProps {
  kind: keyof typeof labels
}

/** Marks a form label as required, recommended or optional. */
export function FieldBadge({ kind }: FieldBadgeProps) {
  return (
    <span className={classes.badge} data-kind={kind}>
      {labels[kind]}
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
