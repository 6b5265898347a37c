import classes from './FieldBadge.module.css'

const labels = { required: '必須', recommended: '推奨', optional: '任意' } as const

/** Marks a form label as required, recommended or optional. */
export function FieldBadge({ kind }: { kind: keyof typeof labels }) {
  return (
    <span className={classes.badge} data-kind={kind}>
      {labels[kind]}
    </span>
  )
}
