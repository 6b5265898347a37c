import { Stack, type StackProps } from '@mantine/core'
import classes from './RuledList.module.css'

export interface RuledListProps extends StackProps {
  component?: 'ol' | 'ul'
}

/** A list with a line between its items, which are li elements. */
export function RuledList({ component = 'ul', ...list }: RuledListProps) {
  return <Stack component={component} gap={0} {...list} className={classes.list} />
}
