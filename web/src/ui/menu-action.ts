import type { TablerIcon } from '@tabler/icons-react'

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
