import type { DashboardCharts } from '@kyc/contract/dashboard.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Box } from '@mantine/core'
import { formatCount, formatDate } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import { ChartTable } from './ChartTable.tsx'
import { ColumnChart } from './ColumnChart.tsx'
import { weekLabel } from './chart-text.ts'

/** Registrations per week as columns, and as a table for screen readers. */
export function WeeksChart({ weeks }: { weeks: DashboardCharts['weeks'] }) {
  const mondays = weeks.map(({ monday }) => monday)
  return (
    <Section title="週ごとの登録数" note={`直近${limits.chartWeeks}週`}>
      <Box p="md">
        <ColumnChart
          columns={weeks.map(({ monday, registered }, index) => ({
            key: monday,
            label: weekLabel(mondays, index),
            title: `${formatDate(monday)}からの1週間：${formatCount(registered)}名`,
            parts: [{ series: 'registered', value: registered }],
          }))}
        />
        <ChartTable
          caption="週ごとの登録数"
          head={['週の初め（月曜日）', '登録']}
          rows={weeks.map(({ monday, registered }) => [formatDate(monday), `${formatCount(registered)}名`])}
        />
      </Box>
    </Section>
  )
}
