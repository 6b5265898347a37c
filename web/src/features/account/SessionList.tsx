import type { SessionInfo } from '@kyc/contract/users.ts'
import { Box, Group, Text } from '@mantine/core'
import { IconDeviceDesktop } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RuledList } from '../../ui/RuledList.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'

export interface SessionListProps {
  sessions: readonly SessionInfo[]
  /** The button of a session. */
  action?: (session: SessionInfo) => ReactNode
}

/** Sessions with device, IP address and times. */
export function SessionList({ sessions, action }: SessionListProps) {
  return (
    <RuledList>
      {sessions.map((session) => (
        <Group component="li" key={session.id} gap="8px 12px" px="md" py="sm">
          <IconDeviceDesktop size={20} color="var(--app-text-2)" aria-hidden />
          <Box flex="1 1 240px" miw={0}>
            <Group component="span" gap="4px 8px" fw={700}>
              {session.device}
              {session.current && <StateBadge tone="ok">この端末</StateBadge>}
            </Group>
            <Text size="xs" c="dimmed">
              IPアドレス {session.ip ?? '不明'}
            </Text>
            {/* A line breaks between the times, not within one. */}
            <Group gap="0 12px" fz="xs" lh={1.5} c="dimmed">
              <span>
                ログイン <Timestamp at={session.signedInAt} />
              </span>
              <span>
                最終アクセス <Timestamp at={session.lastSeenAt} />
              </span>
            </Group>
          </Box>
          {action?.(session)}
        </Group>
      ))}
    </RuledList>
  )
}
