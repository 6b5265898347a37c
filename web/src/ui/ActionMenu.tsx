import { ActionIcon } from '@mantine/core'
import '@mantine/core/styles/ActionIcon.css'
import type { TablerIcon } from '@tabler/icons-react'
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs'
import { type KeyboardEvent, useId, useRef } from 'react'
import classes from './ActionMenu.module.css'

export interface MenuAction {
  readonly label: string
  readonly icon: TablerIcon
  readonly onSelect: () => void
  /** Shown all the same; the label then says why. */
  readonly disabled?: boolean
}

export interface ActionMenuProps {
  /** What the acts are about, for screen readers. */
  label: string
  title: string
  actions: readonly MenuAction[]
  /** Above the acts: why they can't be chosen. */
  note?: string | undefined
}

const gap = 4

/** A button with the rarer acts behind it. The browser's own popover closes it on Esc and on a click elsewhere. */
export function ActionMenu({ label, title, actions, note }: ActionMenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const put = () => {
    if (menu.current && button.current) place(menu.current, button.current.getBoundingClientRect())
  }
  const opened = () => {
    put()
    if (menu.current) itemsOf(menu.current)[0]?.focus()
  }
  const select = (action: MenuAction) => {
    if (action.disabled) return
    // The focus goes back to the button before the act, so that a dialog it opens can return it there.
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
        <IconDotsVertical size={18} stroke={1.7} />
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
        onBeforeToggle={(event) => event.newState === 'open' && put()}
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
            <action.icon size={17} stroke={1.7} aria-hidden />
            {action.label}
          </button>
        ))}
      </div>
    </>
  )
}

/** Below the button and flush with its right edge; above it where there is no room below. Unseen, it has no height. */
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
