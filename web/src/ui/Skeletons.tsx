import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import type { ReactNode } from 'react'
import classes from './Skeletons.module.css'

const plausibleWidths = ['72%', '58%', '84%', '64%', '78%', '52%'] as const

/** Wraps any skeleton: says once that something loads, and hides the bars from screen readers. */
export function Loading({ children, label = '読み込み中' }: { children: ReactNode; label?: string }) {
  return (
    <div role="status" aria-label={label}>
      <div aria-hidden>{children}</div>
    </div>
  )
}

/** Lines of text of plausible length. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Loading>
      {rows(lines).map((row) => (
        <Skeleton key={row} height={14} my={8} width={widthOf(row)} />
      ))}
    </Loading>
  )
}

/** A table's rows: `columns` are the widths of the grid, as in the real table; two lines in the first if told. */
export function TableSkeleton({
  rows: count = 8,
  columns,
  twoLines = false,
}: {
  rows?: number
  columns: readonly string[]
  twoLines?: boolean
}) {
  return (
    <Loading>
      {rows(count).map((row) => (
        <div
          key={row}
          className={classes.row}
          style={{ gridTemplateColumns: columns.join(' '), height: twoLines ? 56 : 48 }}
        >
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
            <div key={`${index} ${column}`}>
              <Skeleton height={14} width={widthOf(row + index)} />
              {twoLines && index === 0 && <Skeleton height={12} mt={6} width="40%" />}
            </div>
          ))}
        </div>
      ))}
    </Loading>
  )
}

/** Cards of one height in a grid, `minWidth` as in the real grid. */
export function CardsSkeleton({
  cards = 4,
  height = 136,
  minWidth = 220,
}: {
  cards?: number
  height?: number
  minWidth?: number
}) {
  return (
    <Loading>
      <div
        className={classes.cards}
        style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${minWidth}px, 100%), 1fr))` }}
      >
        {rows(cards).map((card) => (
          <Skeleton key={card} height={height} radius={8} />
        ))}
      </div>
    </Loading>
  )
}

function rows(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

function widthOf(index: number): string {
  return plausibleWidths[index % plausibleWidths.length] ?? '60%'
}
