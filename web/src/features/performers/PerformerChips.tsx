import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { type PerformerListSearch, paths } from '../../paths.ts'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { filterChips, type PerformerCounts } from './list-filters.ts'
import classes from './PerformerListPage.module.css'

export interface PerformerChipsProps {
  search: PerformerListSearch
  counts: PerformerCounts | undefined
  failed: boolean
}

export function PerformerChips({ search, counts, failed }: PerformerChipsProps) {
  const chips = filterChips(search, counts).map((chip) => ({
    label: chip.label,
    href: paths.performers(chip.search),
    chosen: chip.chosen,
    count: chip.count ?? (failed ? '–' : <Skeleton width={20} height={12} />),
  }))
  return <FilterChips label="状態で絞り込む" chips={chips} scroll className={classes.chips} />
}
