import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** The card of a step. */
export function StepCard({ children }: { children: ReactNode }) {
  return (
    <Stack px="md" py={20} bg="var(--app-surface)" bd="1px solid var(--app-line)" bdrs="md">
      {children}
    </Stack>
  )
}
