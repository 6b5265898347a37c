import type { DashboardCharts } from '@kyc/contract/dashboard.ts'
import { Box, Text, VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { formatCount } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import { backlogBars } from './backlog.ts'
import charts from './charts.module.css'

/** Age of pending reviews as a table with bars; late bars are coloured and marked. */
export function BacklogChart({ backlog }: { backlog: DashboardCharts['backlog'] }) {
  const { isAdmin } = useSession()
  const bars = backlogBars(backlog, isAdmin)
  const total = bars.reduce((sum, bar) => sum + bar.count, 0)
  return (
    <Section title="審査待ちの経過日数" note={`全${formatCount(total)}件`}>
      <Box p="md">
        {total === 0 ? (
          <Text c="dimmed" py="md">
            審査待ちの出演者はいません
          </Text>
        ) : (
          <table className={charts.backlog}>
            <caption className={VisuallyHidden.classes.root}>審査待ちの件数（経過日数ごと）</caption>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.label}>
                  <th scope="row">
                    <AppLink href={bar.href} title={`${bar.label}の審査待ちを見る`}>
                      {bar.label}
                    </AppLink>
                  </th>
                  <td className={charts.track} aria-hidden>
                    <div data-tone={bar.tone} style={{ width: `${bar.percent}%` }} />
                  </td>
                  <td className={charts.barCount}>
                    {formatCount(bar.count)}件
                    {bar.tone !== 'main' && bar.count > 0 && (
                      <IconAlertTriangle data-tone={bar.tone} size={17} aria-label="要対応" />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Box>
    </Section>
  )
}
