import classes from './FieldBadge.module.css'
import { type Need, needLabels } from './need.ts'

/** Marks a form label as required, recommended or optional. */
export function FieldBadge({ kind }: { kind: Need }) {
  return (
    <span className={classes.badge} data-kind={kind}>
      {needLabels[kind]}
    </span>
  )
}
