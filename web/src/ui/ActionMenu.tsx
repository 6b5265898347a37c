import { useState } from 'react'
import { MenuButton } from './MenuButton.tsx'
import type { ActionMenuProps } from './menu-action.ts'
import { OpenedMenu } from './OpenedMenu.tsx'

/** A menu button. Its menu is rendered when it is first opened: a table has many, most of which stay closed. */
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
