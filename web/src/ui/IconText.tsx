import { Text, type TextProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './IconText.module.css'

export interface IconTextProps extends TextProps, Omit<ComponentProps<'p'>, keyof TextProps> {
  icon: TablerIcon
}

/** A small text after an icon in the same colour. */
export function IconText({ icon: Icon, children, ...text }: IconTextProps) {
  return (
    <Text size="xs" {...text} className={classes.line}>
      <Icon size={16} aria-hidden />
      <span>{children}</span>
    </Text>
  )
}
