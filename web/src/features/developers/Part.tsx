import { Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of the guide under its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </section>
  )
}
