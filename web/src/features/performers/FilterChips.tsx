import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { type PerformerListSearch, paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { filterChips, type PerformerCounts } from './list-filters.ts'
import classes from './PerformerListPage.module.css'

export interface FilterChipsProps {
  search: PerformerListSearch
  counts: PerformerCounts | undefined
  failed: boolean
}

export function FilterChips({ search, counts, failed }: FilterChipsProps) {
  return (
    <nav aria-label="状態で絞り込む">
      <ul className={classes.chips}>
        {filterChips(search, counts).map((chip) => (
          <li key={chip.label}>
            <AppLink
              className={classes.chip}
              href={paths.performers(chip.search)}
              aria-current={chip.chosen ? 'true' : undefined}
            >
              {chip.label}
              <span className={classes.chipCount}>
                {chip.count ?? (failed ? '–' : <Skeleton width={20} height={12} />)}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
