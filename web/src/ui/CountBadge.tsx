import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

export interface CountBadgeProps {
  /** Announces changes to screen readers, such as the count of a search. */
  announced?: boolean
  children: ReactNode
}

/** A count next to a heading. */
export function CountBadge({ announced = false, children }: CountBadgeProps) {
  return (
    <Text
      span
      size="xs"
      fw={700}
      c="dimmed"
      bg="var(--app-neutral-bg)"
      bdrs="lg"
      px={10}
      py={2}
      role={announced ? 'status' : undefined}
    >
      {children}
    </Text>
  )
}
