import { ActionIcon, Button, Text } from '@mantine/core'
import { IconChevronDown, IconDotsVertical } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

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
      <Button
        {...props}
        variant="default"
        fw={400}
        px="sm"
        maw="min(220px, 100%)"
        rightSection={<IconChevronDown size={16} aria-hidden />}
      >
        <Text span inherit truncate>
          {face}
        </Text>
      </Button>
    )
  }
  return (
    <ActionIcon variant="subtle" color="gray" size={36} {...props}>
      <IconDotsVertical size={18} />
    </ActionIcon>
  )
}
