import { Box, Group, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './account.module.css'

export interface RowProps {
  icon: TablerIcon
  title: ReactNode
  note: ReactNode
  /** The button. */
  children: ReactNode
}

/** A way to prove one's identity, with its state and its button. */
export function Row({ icon: Icon, title, note, children }: RowProps) {
  return (
    <Group gap="8px 12px" px="md" py="sm" className={classes.row}>
      <Icon size={20} color="var(--app-text-2)" aria-hidden />
      <Box flex="1 1 240px" miw={0}>
        <Group component="h3" gap="4px 8px" fz="sm">
          {title}
        </Group>
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      </Box>
      {children}
    </Group>
  )
}
