import { Group, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import classes from './ExpandingRow.module.css'

export interface ExpandingRowProps {
  title: ReactNode
  /** Below the title. */
  note: ReactNode
  badges: ReactNode
  time: ReactNode
  open: boolean
  onToggle: () => void
  /** Shown while open, and kept while closed. */
  children: ReactNode
}

/** An item of a list that expands to its details. */
export function ExpandingRow({ title, note, badges, time, open, onToggle, children }: ExpandingRowProps) {
  const panel = useId()
  return (
    <li>
      <UnstyledButton className={classes.row} aria-expanded={open} aria-controls={panel} onClick={onToggle}>
        <span className={classes.about}>
          <Text span display="block" inherit fw={700}>
            {title}
          </Text>
          <Text span display="block" lh="inherit" fz="xs" c="dimmed">
            {note}
          </Text>
        </span>
        <Group component="span" className={classes.badges} gap="4px 8px">
          {badges}
        </Group>
        <Text span className={classes.time} lh="inherit" fz="xs" c="dimmed" ta="end">
          {time}
        </Text>
        <IconChevronDown className={classes.chevron} size={18} aria-hidden />
      </UnstyledButton>
      <div id={panel} hidden={!open} className={classes.panel}>
        {children}
      </div>
    </li>
  )
}
