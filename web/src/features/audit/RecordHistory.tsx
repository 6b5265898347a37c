import { type AuditEntry, listAuditLogs } from '@kyc/contract/audit.ts'
import { changesOf, factsOf } from '@kyc/contract/audit-words.ts'
import { auditActionLabels, wordOf } from '@kyc/contract/labels.ts'
import { Box, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { failedQuery } from '../../api/failed-query.ts'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'

interface RecordHistoryProps {
  resourceId: string
  /** Shows the new values of changed fields, not only their names: for records with few and short values. */
  valued?: boolean
}

/** The newest entries about a record; the log has the rest. */
export function RecordHistory({ resourceId, valued = false }: RecordHistoryProps) {
  const entries = useQuery(pageQuery(listAuditLogs, { query: { resourceId, limit: 20 } }))
  return (
    <Section title="履歴" action={<AppLink href={paths.auditLogs({ resourceId })}>監査ログで見る</AppLink>}>
      {entries.isPending && (
        <Box p="md">
          <TextSkeleton lines={4} />
        </Box>
      )}
      {entries.isError && !entries.data && (
        <ErrorState title="履歴を取得できませんでした" {...failedQuery(entries)} />
      )}
      <RuledList p="md">
        {entries.data?.items.map((entry) => (
          <EntryLine key={entry.id} entry={entry} valued={valued} />
        ))}
      </RuledList>
    </Section>
  )
}

function EntryLine({ entry, valued }: { entry: AuditEntry; valued: boolean }) {
  const texts = [
    ...changesOf(entry.details).map(({ label, after }) => (valued ? `${label}：${after}` : label)),
    ...factsOf(entry.details).map(({ label, value }) => `${label}：${value}`),
  ]
  return (
    <Stack component="li" gap={2}>
      <Text size="xs" c="dimmed">
        <Timestamp at={entry.createdAt} />
        {entry.user && `・${entry.user.name}`}
        {entry.performerId && entry.resourceName && `・${entry.resourceName}さんについて`}
      </Text>
      <span>{texts.join('、') || wordOf(auditActionLabels, entry.action)}</span>
    </Stack>
  )
}
