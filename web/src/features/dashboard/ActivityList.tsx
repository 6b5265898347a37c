import type { AuditEntry } from '@kyc/contract/audit.ts'
import { Box, Group, Stack, Text } from '@mantine/core'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Section } from '../../ui/Section.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { ActionIcon, toneOf } from '../audit/action-icons.tsx'
import { activityHref, activityText } from './activity-text.ts'
import classes from './dashboard.module.css'

export interface ActivityListProps {
  activity: readonly AuditEntry[]
  /** False after a failed load: the list is then not empty but unknown. */
  known: boolean
}

/** The last ten changes visible to the account, as sentences: who did what to whom. */
export function ActivityList({ activity, known }: ActivityListProps) {
  return (
    <Section title="最近の動き" action={<AppLink href={paths.auditLogs()}>監査ログを見る</AppLink>}>
      <Box p="md">
        {activity.length === 0 && (
          <Text c="dimmed" py="md">
            {known ? '登録や審査の動きがここに表示されます' : '最近の動きを取得できませんでした'}
          </Text>
        )}
        <Stack component="ul" gap={0}>
          {activity.map((entry) => (
            <Group component="li" key={entry.id} gap={10} py={6} className={classes.line}>
              <span className={classes.icon} data-tone={toneOf(entry.action)}>
                <ActionIcon action={entry.action} />
              </span>
              <Sentence entry={entry} />
              <Text span size="xs" c="dimmed">
                <Timestamp at={entry.createdAt} listed />
              </Text>
            </Group>
          ))}
        </Stack>
      </Box>
    </Section>
  )
}

function Sentence({ entry }: { entry: AuditEntry }) {
  const href = activityHref(entry, useSession())
  return (
    <p>
      {activityText(entry).map(([kind, text]) =>
        kind === 'name' && href ? (
          <AppLink key={text} href={href}>
            {text}
          </AppLink>
        ) : (
          text
        ),
      )}
    </p>
  )
}
