import type { Ref } from 'react'
import { IconDotsVertical } from './icons.ts'
import { ActionIcon, type ActionIconProps } from './mantine/ActionIcon.ts'

export interface MenuButtonProps extends ActionIconProps {
  'aria-label': string
  'aria-haspopup'?: 'menu'
  title: string
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
}

/** The button of a menu. */
export function MenuButton(props: MenuButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} {...props}>
      <IconDotsVertical size={18} />
    </ActionIcon>
  )
}
