import type { TablerIcon } from '@tabler/icons-react'
import { lazy, type Ref, Suspense, useState } from 'react'
import { IconDotsVertical } from './icons.ts'
import { ActionIcon, type ActionIconProps } from './mantine/ActionIcon.ts'

export interface MenuAction {
  readonly label: string
  readonly icon: TablerIcon
  readonly onSelect: () => void
  /** Shown but not selectable; the label gives the reason. */
  readonly disabled?: boolean
}

export interface ActionMenuProps {
  /** Names the subject of the actions for screen readers. */
  label: string
  title: string
  actions: readonly MenuAction[]
  /** Shown above the actions: why they are disabled. */
  note?: string | undefined
}

// Lazy: 20 KiB that most visits of a page do not need.
const OpenedMenu = lazy(async () => ({ default: (await import('./OpenedMenu.tsx')).OpenedMenu }))

/** A menu button. The menu loads when it is first opened. */
export function ActionMenu(props: ActionMenuProps) {
  const [used, setUsed] = useState(false)
  const button = (
    <MenuButton
      aria-label={props.label}
      title={props.title}
      aria-haspopup="menu"
      onClick={() => setUsed(true)}
    />
  )
  return used ? (
    <Suspense fallback={button}>
      <OpenedMenu {...props} />
    </Suspense>
  ) : (
    button
  )
}

export interface MenuButtonProps extends ActionIconProps {
  'aria-label': string
  'aria-haspopup'?: 'menu'
  title: string
  onClick?: () => void
  ref?: Ref<HTMLButtonElement>
}

export function MenuButton(props: MenuButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} {...props}>
      <IconDotsVertical size={18} />
    </ActionIcon>
  )
}
