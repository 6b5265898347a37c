import { type HistoryState, useRouterState } from '@tanstack/react-router'
import { IconChevronLeft, IconChevronRight } from './icons.ts'
import classes from './KeysetPages.module.css'
import { sameSearch } from './kept-search.ts'
import { Button } from './mantine/Button.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The cursors of the pages visited before this one; '' is the first page. */
    trail?: string[]
  }
}

export interface KeysetPagesProps {
  /** The cursor of this page; undefined on the first. */
  cursor: string | undefined
  /** The cursor of the next page, null on the last. */
  next: string | null
  /** The page size with its unit, such as 50名. */
  size: string
  /** Navigates to a page with the given history state. */
  onGo: (cursor: string | undefined, state: HistoryState) => void
}

/** Pagination by cursor; the back button follows the visited pages. */
export function KeysetPages({ cursor, next, size, onGo }: KeysetPagesProps) {
  const here = useRouterState({ select: ({ location }) => location.state })
  const trail = here.trail ?? []
  if (!next && !cursor) return null
  const go = (target: string | undefined, newTrail: string[]) => {
    onGo(target || undefined, { ...sameSearch(here), trail: newTrail })
    window.scrollTo({ top: 0 })
  }
  return (
    <nav className={classes.pages} aria-label="ページ">
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={17} />}
        disabled={!cursor}
        // A later page opened by a link has no visited pages: back leads to the first page.
        onClick={() => go(trail.at(-1), trail.slice(0, -1))}
      >
        {cursor && trail.length === 0 ? '最初のページ' : `前の${size}`}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={17} />}
        disabled={!next}
        onClick={() => go(next ?? undefined, [...trail, cursor ?? ''])}
      >
        次の{size}
      </Button>
    </nav>
  )
}
