import { Box, SimpleGrid, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './Skeletons.module.css'

const plausibleWidths = ['72%', '58%', '84%', '64%', '78%', '52%'] as const

/** Wraps a skeleton: announces the loading once and hides the bars from screen readers. */
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

/**
 * Rows of a table; `columns` are grid widths as in the real table, `twoLines` applies to the first column.
 */
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
        <Box
          key={row}
          display="grid"
          px="md"
          className={classes.row}
          style={{ gridTemplateColumns: columns.join(' '), height: twoLines ? 56 : 48 }}
        >
          {columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of columns is fixed
            <div key={`${index} ${column}`}>
              <Skeleton height={14} width={widthOf(row + index)} />
              {twoLines && index === 0 && <Skeleton height={12} mt={6} width="40%" />}
            </div>
          ))}
        </Box>
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
      <SimpleGrid minColWidth={`min(${minWidth}px, 100%)`}>
        {rows(cards).map((card) => (
          <Skeleton key={card} height={height} radius={8} />
        ))}
      </SimpleGrid>
    </Loading>
  )
}

function rows(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}

function widthOf(index: number): string {
  return plausibleWidths[index % plausibleWidths.length] ?? '60%'
}
