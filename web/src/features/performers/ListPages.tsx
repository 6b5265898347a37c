import { limits } from '@kyc/contract/limits.ts'
import { Button } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import type { PerformerListSearch } from '../../paths.ts'
import classes from './PerformerListPage.module.css'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The cursors of the pages before this one, as they were walked; '' is the first page. */
    trail?: string[]
  }
}

/** Keyset pages go forward by cursor and back along the way that was walked (D19). */
export function ListPages({ search, next }: { search: PerformerListSearch; next: string | null }) {
  const navigate = useNavigate({ from: '/performers' })
  const trail = useRouterState({ select: (state) => state.location.state.trail }) ?? []
  if (!next && !search.cursor) return null
  const go = (cursor: string | undefined, newTrail: string[]) => {
    void navigate({ search: { ...search, cursor: cursor || undefined }, state: { trail: newTrail } })
    window.scrollTo({ top: 0 })
  }
  return (
    <nav className={classes.pages} aria-label="ページ">
      <Button
        variant="default"
        leftSection={<IconChevronLeft size={17} stroke={1.7} />}
        disabled={!search.cursor}
        // Who came by a link to a later page knows no way back but the first page.
        onClick={() => go(trail.at(-1), trail.slice(0, -1))}
      >
        {search.cursor && trail.length === 0 ? '最初のページ' : `前の${limits.page.size}名`}
      </Button>
      <Button
        variant="default"
        rightSection={<IconChevronRight size={17} stroke={1.7} />}
        disabled={!next}
        onClick={() => go(next ?? undefined, [...trail, search.cursor ?? ''])}
      >
        次の{limits.page.size}名
      </Button>
    </nav>
  )
}
