import { VisuallyHidden } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { type HistoryState, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import { sameSearch } from './kept-search.ts'
import classes from './ListTable.module.css'

export interface ListTableProps {
  caption: string
  /** The th elements. */
  head: ReactNode
  children: ReactNode
}

/**
 * A table whose rows become cards below 768 px, by CSS. The `data-label` of a cell is its label on the card.
 */
export function ListTable({ caption, head, children }: ListTableProps) {
  return (
    <table className={classes.table}>
      <caption className={VisuallyHidden.classes.root}>{caption}</caption>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** The name of a row, linked to its page; on a card the link covers the whole card. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  const state = useListPlace()
  return (
    <AppLink className={classes.link} href={href} state={state}>
      {children}
    </AppLink>
  )
}

/** An icon link to the same page at the end of the row. */
export function RowEye({ href, label }: { href: string; label: string }) {
  const state = useListPlace()
  return (
    <AppLink className={classes.eye} href={href} aria-label={label} state={state}>
      <IconEye size={18} aria-hidden />
    </AppLink>
  )
}

/** Stores the URL and search of the list in the history state, for the back link. */
function useListPlace() {
  const router = useRouter()
  return ({ trail = [], ...here }: HistoryState): HistoryState => ({
    list: { href: router.latestLocation.href, trail, ...sameSearch(here) },
  })
}
