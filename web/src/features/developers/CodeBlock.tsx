import { CopyButton } from '../../ui/CopyButton.tsx'
import classes from './CodeBlock.module.css'

/** A program or a command. It can be scrolled sideways by keyboard. */
export function CodeBlock({ label, children }: { label: string; children: string }) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <pre>
          <code>{children}</code>
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyButton value={children} label={`${label}をコピー`} />
      </div>
    </div>
  )
}
