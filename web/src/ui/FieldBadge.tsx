import classes from './FieldBadge.module.css'

const words = { required: '必須', recommended: '推奨', optional: '任意' } as const

/** How much a field is needed; beside labels of forms only. */
export function FieldBadge({ kind }: { kind: keyof typeof words }) {
  return (
    <span className={classes.badge} data-kind={kind}>
      {words[kind]}
    </span>
  )
}
