import { limits } from '@kyc/contract/limits.ts'
import { Button, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import classes from './KeysetPages.module.css'
import { sameSearch } from './kept-search.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The cursors of the pages visited before this one; '' is the first page. */
    trail?: string[]
  }
}

export interface KeysetPagesProps {
  /** The cursor of the next page, null on the last. */
  next: string | null
  /** The unit of the page size, such as 名. */
  unit: string
}

/** Pagination by cursor; the back button follows the visited pages. */
export function KeysetPages({ next, unit }: KeysetPagesProps) {
  const { trail = [] } = useRouterState({ select: ({ location }) => location.state })
  const { cursor } = useSearch({ strict: false })
  const goTo = useGoToPage()
  const size = `${limits.page.size}${unit}`
  if (!next && !cursor) return null
  const go = (target: string | undefined, newTrail: string[]) => {
    goTo(target || undefined, newTrail)
    window.scrollTo({ top: 0 })
  }
  return (
    <Group component="nav" justify="flex-end" gap="sm" mt="md" className={classes.pages} aria-label="ページ">
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
    </Group>
  )
}

/** Goes to another page of the list, with its filter and search, and the back link of a list inside a record. */
export function useGoToPage(): (cursor: string | undefined, trail: string[]) => void {
  const navigate = useNavigate()
  return (cursor, trail) =>
    void navigate({
      to: '.',
      // The router types the query by route; every list has a cursor.
      search: ((search: object) => ({ ...search, cursor })) as never,
      state: ({ list, ...here }) => ({ ...sameSearch(here), ...(list && { list }), trail }),
    })
}
