import { Box, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { IconArrowBackUp, IconCalendarExclamation, IconClock } from '@tabler/icons-react'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import classes from './dashboard.module.css'
import type { Work } from './use-work.ts'
import { dueLines, pendingLines, shownLines, type WorkLine } from './work-lines.ts'

const icons: Record<WorkLine['kind'], { icon: TablerIcon; tone: 'bad' | 'wait' }> = {
  resubmit: { icon: IconArrowBackUp, tone: 'bad' },
  expiring: { icon: IconCalendarExclamation, tone: 'wait' },
  pending: { icon: IconClock, tone: 'wait' },
}

/** What the owner of the records must do, and what waits for the review. */
export function WorkPanels({ work: { rejected, expiring, pending } }: { work: Work }) {
  const now = new Date()
  const due = rejected.data && expiring.data && dueLines(rejected.data.items, expiring.data.items, now)
  const more = [
    { label: '差し戻し', list: rejected, href: paths.performers({ status: 'rejected' }) },
    { label: '期限間近', list: expiring, href: paths.performers({ expiring: 'true' }) },
  ].filter(({ list: { data } }) => data && data.total > shownLines)
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} mb="md">
      <Section
        title="対応が必要"
        action={
          <Group gap="sm" fz="xs">
            {more.map(({ label, href }) => (
              <AppLink key={label} href={href}>
                {label}をすべて見る
              </AppLink>
            ))}
          </Group>
        }
      >
        <Box p="md">
          <Lines
            lines={due}
            failed={rejected.isError || expiring.isError}
            none="対応が必要な出演者はいません"
          />
        </Box>
      </Section>
      <Section
        title="審査中"
        action={
          <AppLink href={paths.performers({ status: 'pending', sort: 'createdAt' })}>すべて見る</AppLink>
        }
      >
        <Box p="md">
          <Lines
            lines={pending.data && pendingLines(pending.data.items, now)}
            failed={pending.isError}
            none="審査中の出演者はいません"
          />
        </Box>
      </Section>
    </SimpleGrid>
  )
}

interface LinesProps {
  lines: readonly WorkLine[] | undefined
  failed: boolean
  none: string
}

function Lines({ lines, failed, none }: LinesProps) {
  if (!lines && failed)
    return (
      <Text c="dimmed" py="md">
        出演者情報を取得できませんでした
      </Text>
    )
  if (!lines) return <TextSkeleton lines={3} />
  if (lines.length === 0)
    return (
      <Text c="dimmed" py="md">
        {none}
      </Text>
    )
  return (
    <Stack component="ul" gap={0}>
      {lines.map(({ key, kind, performer, text }) => {
        const { icon: Icon, tone } = icons[kind]
        return (
          <Group component="li" key={key} gap={10} py={6} className={classes.line}>
            <span className={classes.icon} data-tone={tone}>
              <Icon size={18} aria-hidden />
            </span>
            <p>
              <AppLink href={paths.performer(performer.id)}>{performer.name}</AppLink>
            </p>
            <Text
              span
              size="xs"
              c={kind === 'resubmit' ? 'red' : 'dimmed'}
              fw={kind === 'resubmit' ? 700 : 400}
            >
              {text}
            </Text>
          </Group>
        )
      })}
    </Stack>
  )
}
