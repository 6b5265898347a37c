import type { TablerIcon } from '@tabler/icons-react'

export interface MenuAction {
  readonly label: string
  readonly icon: TablerIcon
  readonly onSelect: () => void
  /** Shown but not selectable; the label gives the reason. */
  readonly disabled?: boolean
  /** The current one of alternatives. */
  readonly current?: boolean
  /** Second line. */
  readonly detail?: string
}

export interface ActionMenuProps {
  /** Names the subject of the actions for screen readers. */
  label: string
  title: string
  /** The text of the button, instead of an icon. */
  face?: string | undefined
  actions: readonly MenuAction[]
  /** Shown above the actions: why they are disabled. */
  note?: string | undefined
}
