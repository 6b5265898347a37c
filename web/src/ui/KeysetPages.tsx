import { Button } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { type HistoryState, useRouterState } from '@tanstack/react-router'
import classes from './KeysetPages.module.css'
import { sameSearch } from './kept-search.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The cursors of the pages before this one, as they were walked; '' is the first page. */
    trail?: string[]
  }
}

export interface KeysetPagesProps {
  /** The cursor of this page; undefined on the first. */
  cursor: string | undefined
  /** The cursor of the next page, null on the last. */
  next: string | null
  /** How many stand on a page, such as 50名. */
  size: string
  /** Goes to a page; `state` is for the history. */
  onGo: (cursor: string | undefined, state: HistoryState) => void
}

/** Keyset pages go forward by cursor and back along the way that was walked. */
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
        leftSection={<IconChevronLeft size={17} stroke={1.7} />}
        disabled={!cursor}
        // Who came by a link to a later page knows no way back but the first page.
        onClick={() => go(trail.at(-1), trail.slice(0, -1))}
      >
        {cursor && trail.length === 0 ? '最初のページ' : `前の${size}`}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={17} stroke={1.7} />}
        disabled={!next}
        onClick={() => go(next ?? undefined, [...trail, cursor ?? ''])}
      >
        次の{size}
      </Button>
    </nav>
  )
}
