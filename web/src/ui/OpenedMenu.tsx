import { Menu, Text } from '@mantine/core'
import { useEffect, useId, useRef, useState } from 'react'
import classes from './ActionMenu.module.css'
import { MenuButton } from './MenuButton.tsx'
import type { ActionMenuProps } from './menu-action.ts'

/** A menu that opens when mounted and follows its button when the page scrolls. */
export function OpenedMenu({ label, title, face, actions, note }: ActionMenuProps) {
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const noteId = useId()
  useEffect(() => {
    button.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      offset={4}
      // `onClose` does so at once, so that a dialog opened by an action later returns the focus to the button.
      returnFocus={false}
      onClose={() => button.current?.focus()}
      transitionProps={{ duration: 0 }}
      // A menu may not have the placeholder for the initial focus as a child.
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <MenuButton ref={button} aria-label={label} title={title} face={face} />
      </Menu.Target>
      <Menu.Dropdown aria-describedby={note && noteId}>
        {note && (
          <Menu.Label id={noteId} role="none" maw={280}>
            {note}
          </Menu.Label>
        )}
        {actions.map((action) => (
          <Menu.Item
            key={action.label}
            className={classes.item}
            leftSection={<action.icon size={17} aria-hidden />}
            aria-current={action.current ? 'true' : undefined}
            aria-disabled={action.disabled || undefined}
            closeMenuOnClick={!action.disabled}
            onClick={() => {
              if (!action.disabled) action.onSelect()
            }}
          >
            {action.label}
            {action.detail && (
              <Text size="xs" c="dimmed">
                {action.detail}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
