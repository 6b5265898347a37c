import { performerHistory } from '@kyc/contract/performer-history.ts'
import { Box, Group, Stack, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconPencil,
  IconPoint,
  IconUpload,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { Timestamp } from '../../ui/Timestamp.tsx'
import { type HistoryLine, historyLines } from '../review/change-text.ts'
import classes from './HistoryPanel.module.css'

const signs = {
  create: { icon: IconUserPlus, color: 'var(--app-accent-text)' },
  submit: { icon: IconUpload, color: 'var(--app-accent-text)' },
  verify: { icon: IconCircleCheck, color: 'var(--app-ok-text)' },
  reject: { icon: IconArrowBackUp, color: 'var(--app-bad-text)' },
  update: { icon: IconPencil, color: 'var(--app-text-2)' },
  other: { icon: IconPoint, color: 'var(--app-text-2)' },
} as const satisfies Record<HistoryLine['kind'], { icon: TablerIcon; color: string }>

/** History of a performer and its documents, newest first. */
export function HistoryPanel({ performerId }: { performerId: string }) {
  const history = useQuery(callQuery(performerHistory, { params: { id: performerId } }))
  const { readsAll } = useSession()
  return (
    <Section
      title="履歴"
      action={
        readsAll && (
          <AppLink href={paths.auditLogs({ resourceId: performerId, action: 'views' })}>だれが見たか</AppLink>
        )
      }
    >
      <Box p="md">
        {history.isPending && <TextSkeleton lines={6} />}
        {history.isError && !history.data && (
          <Text size="xs" c="dimmed" component="div" role="alert">
            履歴を取得できませんでした
            <BusyButton variant="subtle" onClick={() => void history.refetch()} busy={history.isFetching}>
              再試行
            </BusyButton>
          </Text>
        )}
        {history.data?.length === 0 && (
          <Text size="xs" c="dimmed">
            履歴はまだありません
          </Text>
        )}
        {history.data && history.data.length > 0 && (
          <Stack component="ol" gap="md" lh="sm">
            {historyLines(history.data).map((line) => (
              <HistoryItem key={line.id} line={line} />
            ))}
          </Stack>
        )}
      </Box>
    </Section>
  )
}

function HistoryItem({ line }: { line: HistoryLine }) {
  const { icon: Icon, color } = signs[line.kind]
  return (
    <Group component="li" className={classes.entry} gap="xs" wrap="nowrap" align="flex-start">
      <Icon size={18} aria-hidden color={color} />
      <div>
        <LineText line={line} />
        {line.folded.length > 0 && (
          <details>
            <Text component="summary" size="xs" mt={4}>
              このリンクの記録をあと{line.folded.length}件表示
            </Text>
            <Stack component="ul" gap="xs" mt="xs">
              {line.folded.map((step) => (
                <li key={step.id}>
                  <LineText line={step} />
                </li>
              ))}
            </Stack>
          </details>
        )}
      </div>
    </Group>
  )
}

function LineText({ line }: { line: HistoryLine }) {
  return (
    <>
      {line.text}
      <Text size="xs" c="dimmed">
        {[line.by, line.note].filter(Boolean).join('・')}
      </Text>
      <Text size="xs" c="dimmed">
        <Timestamp at={line.at} />
      </Text>
    </>
  )
}
