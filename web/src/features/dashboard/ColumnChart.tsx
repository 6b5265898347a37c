import type { CSSProperties } from 'react'
import { axisTicks } from './axis.ts'
import classes from './charts.module.css'

export interface ChartColumn {
  readonly key: string
  readonly label: string
  /** The tooltip of the column. */
  readonly title: string
  /** Stacked from the top. */
  readonly parts: readonly { readonly series: string; readonly value: number }[]
}

/** Stacked columns over an axis, hidden from screen readers: the page must show the values in a table too. */
export function ColumnChart({ columns }: { columns: readonly ChartColumn[] }) {
  const totals = columns.map(({ parts }) => parts.reduce((sum, { value }) => sum + value, 0))
  const ticks = axisTicks(Math.max(0, ...totals))
  const top = ticks.at(-1) ?? 1
  return (
    <div className={classes.chart} aria-hidden>
      <div className={classes.axis}>
        {ticks.toReversed().map((tick) => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
      <div
        className={classes.columns}
        data-dense={columns.length > 12 || undefined}
        style={{ '--rows': ticks.length - 1 } as CSSProperties}
      >
        {columns.map(({ key, label, title, parts }) => (
          <div key={key} className={classes.column} title={title}>
            {parts.map(({ series, value }) => (
              <div key={series} data-series={series} style={{ height: `${(value / top) * 100}%` }} />
            ))}
            <span>{label}</span>
          </div>
        ))}
      </div>
    </div>
  )
}
