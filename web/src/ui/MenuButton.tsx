import type { ComponentPropsWithRef } from 'react'
import { IconChevronDown, IconDotsVertical } from './icons.ts'
import classes from './MenuButton.module.css'
import { ActionIcon } from './mantine/ActionIcon.ts'
import { UnstyledButton } from './mantine/UnstyledButton.ts'

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
