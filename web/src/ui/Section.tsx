import { Text } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './Section.module.css'

export interface SectionProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: string
  /** A small text after the title. */
  note?: ReactNode
  /** At the right of the title. */
  action?: ReactNode
  children: ReactNode
}

/** A card with a title. */
export function Section({ title, note, action, children, ...section }: SectionProps) {
  const id = useId()
  return (
    <section {...section} className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {note && (
          <Text span size="xs" c="dimmed" mr="auto">
            {note}
          </Text>
        )}
        {action}
      </div>
      {children}
    </section>
  )
}
