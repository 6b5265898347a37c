import type { DashboardCharts } from '@kyc/contract/dashboard.ts'
import { limits } from '@kyc/contract/limits.ts'
import { formatCount, formatDate } from '../../ui/format.ts'
import text from '../../ui/text.module.css'
import { axisTicks } from './axis.ts'
import charts from './charts.module.css'
import { Panel } from './Panel.tsx'

type Day = DashboardCharts['days'][number]

/** Decisions per day as stacked columns, and as a table for screen readers. */
export function DecisionsChart({ days }: { days: readonly Day[] }) {
  const ticks = axisTicks(Math.max(0, ...days.map((day) => day.verified + day.rejected)))
  const top = ticks.at(-1) ?? 1
  return (
    <Panel
      title="1日の審査件数"
      note={`直近${limits.chartDays}日`}
      side={
        <span className={charts.legend} aria-hidden>
          <i data-series="verified" /> 承認 <i data-series="rejected" /> 差し戻し
        </span>
      }
    >
      <div className={charts.chart} aria-hidden>
        <div className={charts.axis}>
          {ticks.toReversed().map((tick) => (
            <span key={tick}>{tick}</span>
          ))}
        </div>
        <div className={charts.columns} style={{ '--rows': ticks.length - 1 } as React.CSSProperties}>
          {days.map((day, index) => (
            <div key={day.day} className={charts.column} title={columnTitle(day)}>
              <div data-series="rejected" style={{ height: `${(day.rejected / top) * 100}%` }} />
              <div data-series="verified" style={{ height: `${(day.verified / top) * 100}%` }} />
              <span>{dayLabel(day.day, index === 0)}</span>
            </div>
          ))}
        </div>
      </div>
      <DecisionsTable days={days} />
    </Panel>
  )
}

function DecisionsTable({ days }: { days: readonly Day[] }) {
  return (
    <table className={text.hidden}>
      <caption>1日の審査件数</caption>
      <thead>
        <tr>
          <th scope="col">日付</th>
          <th scope="col">承認</th>
          <th scope="col">差し戻し</th>
          <th scope="col">登録</th>
        </tr>
      </thead>
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">{formatDate(day.day)}</th>
            <td>{formatCount(day.verified)}件</td>
            <td>{formatCount(day.rejected)}件</td>
            <td>{formatCount(day.registered)}名</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function columnTitle(day: Day): string {
  return `${formatDate(day.day)}：承認 ${day.verified}件、差し戻し ${day.rejected}件、登録 ${day.registered}名`
}

/** Only the first column and the first day of a month show the month. */
function dayLabel(day: string, first: boolean): string {
  const number = Number(day.slice(8))
  return first || number === 1 ? `${Number(day.slice(5, 7))}/${number}` : String(number)
}
