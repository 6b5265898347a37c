import { type ReactNode, useId } from 'react'
import classes from './dashboard.module.css'

/** A card with a header of 48 px: title, note, and content on the right. */
export function Panel({
  title,
  note,
  side,
  children,
}: {
  title: string
  note?: ReactNode
  side?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <header className={classes.panelHead}>
        <h2 id={id}>{title}</h2>
        <span>{note}</span>
        {side && <div className={classes.panelSide}>{side}</div>}
      </header>
      <div className={classes.panelBody}>{children}</div>
    </section>
  )
}
