import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import classes from './FilterChips.module.css'
import { sameSearch } from './kept-search.ts'
import { useStrip } from './use-strip.ts'

export interface FilterChip {
  readonly label: string
  readonly href: string
  readonly chosen: boolean
  /** Number of matching items. */
  readonly count?: ReactNode
}

export interface FilterChipsProps {
  label: string
  chips: readonly FilterChip[]
  /** On phones, one line that scrolls sideways instead of wrapping. */
  scroll?: boolean
  className?: string | undefined
}

/** Links that filter a list; one of them is the current filter. */
export function FilterChips({ label, chips, scroll, className }: FilterChipsProps) {
  const strip = useStrip<HTMLUListElement>(chips.find(({ chosen }) => chosen)?.href ?? '')
  return (
    <nav aria-label={label} className={className}>
      <ul ref={strip} className={classes.chips} data-scroll={scroll || undefined}>
        {chips.map((chip) => (
          <li key={chip.label}>
            <AppLink
              className={classes.chip}
              href={chip.href}
              state={sameSearch}
              aria-current={chip.chosen ? 'true' : undefined}
            >
              {chip.label}
              {chip.count !== undefined && <span className={classes.count}>{chip.count}</span>}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
