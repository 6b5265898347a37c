import type { TablerIcon } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import classes from './ActionMenu.module.css'
import { IconDotsVertical } from './icons.ts'
import { ActionIcon } from './mantine/ActionIcon.ts'

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

const gap = 4

/** A menu button. The native popover closes on Esc and on a click outside. */
export function ActionMenu({ label, title, actions, note }: ActionMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const position = () => {
    if (menu.current && button.current) place(menu.current, button.current.getBoundingClientRect())
  }
  const opened = () => {
    position()
    if (menu.current) itemsOf(menu.current)[0]?.focus()
  }
  const select = (action: MenuAction) => {
    if (action.disabled) return
    // Focuses the button before the action: a dialog that it opens returns the focus to the button.
    menu.current?.hidePopover()
    button.current?.focus()
    action.onSelect()
  }
  return (
    <>
      <ActionIcon
        ref={button}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        title={title}
        aria-haspopup="menu"
        popoverTarget={id}
      >
        <IconDotsVertical size={18} />
      </ActionIcon>
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        aria-describedby={note && `${id}-note`}
        className={classes.menu}
        onBeforeToggle={(event) => event.newState === 'open' && position()}
        onToggle={(event) => event.newState === 'open' && opened()}
        onKeyDown={moveFocus}
      >
        {note && (
          <p id={`${id}-note`} role="presentation" className={classes.note}>
            {note}
          </p>
        )}
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={classes.item}
            aria-disabled={action.disabled || undefined}
            onClick={() => select(action)}
          >
            <action.icon size={17} aria-hidden />
            {action.label}
          </button>
        ))}
      </div>
    </>
  )
}

/**
 * Places the menu below the button, or above if there is no room; right-aligned. A hidden menu has no height.
 */
function place(menu: HTMLElement, target: DOMRect): void {
  const { height } = menu.getBoundingClientRect()
  const below = target.bottom + gap
  const fits = below + height <= document.documentElement.clientHeight
  menu.style.top = `${fits ? below : Math.max(gap, target.top - gap - height)}px`
  menu.style.right = `${document.documentElement.clientWidth - target.right}px`
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = itemsOf(event.currentTarget)
  const current = items.findIndex((item) => item.matches(':focus'))
  const steps: Record<string, number> = {
    ArrowDown: (current + 1) % items.length,
    ArrowUp: (current - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }
  const next = steps[event.key]
  if (event.key === 'Tab') event.currentTarget.hidePopover()
  if (next === undefined) return
  event.preventDefault()
  items[next]?.focus()
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')]
}
