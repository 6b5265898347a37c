import { type ReactNode, useId } from 'react'
import classes from './Section.module.css'

export interface SectionProps {
  title: string
  /** At the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A card with a title. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
