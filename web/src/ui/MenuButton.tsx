import { ActionIcon, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconDotsVertical } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import classes from './MenuButton.module.css'

export interface MenuButtonProps
  extends Pick<ComponentPropsWithRef<'button'>, 'ref' | 'onClick' | 'aria-haspopup'> {
  'aria-label': string
  title: string
  /** The text of the button, instead of an icon. */
  face?: string | undefined
}

/** The button of a menu. */
export function MenuButton({ face, ...props }: MenuButtonProps) {
  if (face !== undefined) {
    return (
      <UnstyledButton {...props} className={classes.face ?? ''}>
        <span>{face}</span>
        <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
    )
  }
  return (
    <ActionIcon variant="subtle" color="gray" size={36} {...props}>
      <IconDotsVertical size={18} />
    </ActionIcon>
  )
}
