import { Group, Paper, Text, Title } from '@mantine/core'
import { type ComponentProps, type ReactNode, useId } from 'react'
import classes from './Section.module.css'

export interface SectionProps extends Omit<ComponentProps<'section'>, 'title' | 'style'> {
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
    <Paper component="section" withBorder {...section} aria-labelledby={id}>
      <Group justify="space-between" gap="xs" px="md" py={6} className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {note && (
          <Text span size="xs" c="dimmed" mr="auto">
            {note}
          </Text>
        )}
        {action}
      </Group>
      {children}
    </Paper>
  )
}
