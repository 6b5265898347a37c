import { Box, type BoxProps } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import classes from './RuledList.module.css'

export interface RuledListProps extends BoxProps, Omit<ComponentPropsWithRef<'ul'>, keyof BoxProps> {
  component?: 'ol' | 'ul'
  /** The items have paddings of their own. */
  flush?: boolean
}

/** A list with a line between its items, which are li elements. */
export function RuledList({ component = 'ul', flush = false, ...list }: RuledListProps) {
  return <Box component={component as 'ul'} {...list} mod={{ flush }} className={classes.list} />
}
