import { useState } from 'react'
import { lazyPart } from './lazy-part.tsx'
import { MenuButton } from './MenuButton.tsx'
import type { ActionMenuProps } from './menu-action.ts'

// Lazy: most visits of a page open no menu.
const OpenedMenu = lazyPart<ActionMenuProps>(() => import('./OpenedMenu.tsx').then((m) => m.OpenedMenu), {
  loading: ({ label, title, face }) => (
    <MenuButton aria-label={label} title={title} face={face} aria-haspopup="menu" />
  ),
})

/** A menu button. The menu loads when it is first opened. */
export function ActionMenu(props: ActionMenuProps) {
  const [used, setUsed] = useState(false)
  if (used) return <OpenedMenu {...props} />
  return (
    <MenuButton
      aria-label={props.label}
      title={props.title}
      face={props.face}
      aria-haspopup="menu"
      onClick={() => setUsed(true)}
    />
  )
}
