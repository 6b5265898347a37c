import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import frame from './frame.module.css'
import { CardsSkeleton, TableSkeleton } from './Skeletons.tsx'

export interface ListSkeletonProps {
  /** The table without rows. */
  head: ReactNode
  columns: readonly string[]
  rows: number
  twoLines?: boolean
  cardHeight: number
}

/** A loading list: rows under the real table head, cards below 768 px. */
export function ListSkeleton({ head, columns, rows, twoLines = false, cardHeight }: ListSkeletonProps) {
  return (
    <>
      <Box className={frame.card} visibleFrom="sm">
        {head}
        <TableSkeleton rows={rows} columns={columns} twoLines={twoLines} />
      </Box>
      <Box hiddenFrom="sm">
        <CardsSkeleton cards={5} height={cardHeight} minWidth={300} />
      </Box>
    </>
  )
}
