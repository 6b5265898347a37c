import { Divider, Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface PublicCardProps {
  /** Heading and window title. */
  title: string
  /** Below the card. */
  below?: ReactNode
  children: ReactNode
}

/** The centred card of the pages around sign-in; also sets the window title. */
export function PublicCard({ title, below, children }: PublicCardProps) {
  return (
    <Stack w="100%" maw={424} mx="auto">
      <title>{`${title}｜本人確認管理システム`}</title>
      <Paper component="section" withBorder p="card" aria-labelledby="card-title">
        <Title id="card-title" mb="md">
          {title}
        </Title>
        {children}
      </Paper>
      {below}
    </Stack>
  )
}

/** A line between two ways of signing in. */
export function OrLine() {
  return <Divider my="md" label="または" />
}
