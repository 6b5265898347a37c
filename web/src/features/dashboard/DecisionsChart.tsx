import type { DashboardCharts } from '@kyc/contract/dashboard.ts'
import { limits } from '@kyc/contract/limits.ts'
import { Box, Text } from '@mantine/core'
import { formatCount, formatDate } from '../../ui/format.ts'
import { Section } from '../../ui/Section.tsx'
import { ChartTable } from './ChartTable.tsx'
import { ColumnChart } from './ColumnChart.tsx'
import { dayLabel, durationText } from './chart-text.ts'
import charts from './charts.module.css'

type Day = DashboardCharts['days'][number]

export interface DecisionsChartProps {
  days: readonly Day[]
  time: DashboardCharts['decisionTime']
}

/** Decisions per day as stacked columns and as a table for screen readers, and the time to decision. */
export function DecisionsChart({ days, time }: DecisionsChartProps) {
  return (
    <Section title="1日の審査件数" note={`直近${limits.chartDays}日`} action={<TimeToDecision time={time} />}>
      <Box p="md">
        <Text size="xs" mb="sm" pl={28} className={charts.legend} aria-hidden>
          <i data-series="verified" /> 承認 <i data-series="rejected" /> 差し戻し
        </Text>
        <ColumnChart
          columns={days.map((day, index) => ({
            key: day.day,
            label: dayLabel(day.day, index === 0),
            title: columnTitle(day),
            parts: [
              { series: 'rejected', value: day.rejected },
              { series: 'verified', value: day.verified },
            ],
          }))}
        />
        <ChartTable
          caption="1日の審査件数"
          head={['日付', '承認', '差し戻し', '登録']}
          rows={days.map(({ day, verified, rejected, registered }) => [
            formatDate(day),
            `${formatCount(verified)}件`,
            `${formatCount(rejected)}件`,
            `${formatCount(registered)}名`,
          ])}
        />
      </Box>
    </Section>
  )
}

/** From the submission of a document to its decision. */
function TimeToDecision({ time: { count, medianMinutes, meanMinutes } }: Pick<DecisionsChartProps, 'time'>) {
  if (count === 0) return `直近${limits.decisionDays}日の審査はありません`
  return (
    <Text
      span
      size="xs"
      c="dimmed"
      title={`直近${limits.decisionDays}日の${formatCount(count)}件。提出から審査まで`}
    >
      審査までの時間{' '}
      <Text span inherit fw={700} c="var(--app-text)">
        {durationText(medianMinutes)}
      </Text>
      （中央値）・平均 {durationText(meanMinutes)}
    </Text>
  )
}

function columnTitle(day: Day): string {
  return `${formatDate(day.day)}：承認 ${day.verified}件、差し戻し ${day.rejected}件、登録 ${day.registered}名`
}
