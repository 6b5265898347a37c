import type { DashboardCharts } from '@kyc/contract/dashboard.ts'
import { Box, Group, Progress, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatCount } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import { backlogBars } from './backlog.ts'

/** Age of pending reviews as a table with bars; late bars are coloured and marked. */
export function BacklogChart({ backlog }: { backlog: DashboardCharts['backlog'] }) {
  const { isAdmin } = useSession()
  const bars = backlogBars(backlog, isAdmin)
  const total = bars.reduce((sum, bar) => sum + bar.count, 0)
  return (
    <Section title="審査待ちの経過日数" note={`全${formatCount(total)}名`}>
      <Box p="md">
        {total === 0 ? (
          <Text c="dimmed" py="md">
            審査待ちの出演者はいません
          </Text>
        ) : (
          <Table withRowBorders={false} horizontalSpacing={0} verticalSpacing={6}>
            <caption className={VisuallyHidden.classes.root}>審査待ちの人数（経過日数ごと）</caption>
            <Table.Tbody>
              {bars.map((bar) => (
                <Table.Tr key={bar.label}>
                  <Table.Th scope="row" w={72} fw={400}>
                    <AppLink href={bar.href} title={`${bar.label}の審査待ちを見る`}>
                      {bar.label}
                    </AppLink>
                  </Table.Th>
                  <Table.Td aria-hidden>
                    <Progress
                      value={bar.percent}
                      size={20}
                      radius={2}
                      color={`var(--app-chart-${bar.tone})`}
                    />
                  </Table.Td>
                  <Table.Td w={84} pl="md">
                    <Group wrap="nowrap" gap={6} fw={700}>
                      {formatCount(bar.count)}名
                      {bar.tone !== 'main' && bar.count > 0 && (
                        <IconAlertTriangle size={17} color={lateColors[bar.tone]} aria-label="要対応" />
                      )}
                    </Group>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Box>
    </Section>
  )
}

const lateColors = { warn: 'var(--app-wait-text)', late: 'var(--app-bad-text)' } as const
