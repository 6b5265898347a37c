import { type ReactNode, useId } from 'react'
import classes from './Section.module.css'

export interface SectionProps {
  title: string
  /** Beside the title, at the right. */
  action?: ReactNode
  children: ReactNode
}

/** One card of a page that has several, under its title. */
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
