import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import { type HistoryState, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import { sameSearch } from './kept-search.ts'
import classes from './ListTable.module.css'

export interface ListTableProps {
  caption: string
  /** The cells of the head. */
  head: ReactNode
  children: ReactNode
}

/** One row each; below 768 px one card each, by style alone. A cell's `data-label` is its name on the card. */
export function ListTable({ caption, head, children }: ListTableProps) {
  return (
    <table className={classes.table}>
      <caption className={classes.caption}>{caption}</caption>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

/** What a row is called, which leads to its page; a card leads there as a whole. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  const state = useListPlace()
  return (
    <AppLink className={classes.link} href={href} state={state}>
      {children}
    </AppLink>
  )
}

/** The same way at the end of the row. */
export function RowEye({ href, label }: { href: string; label: string }) {
  const state = useListPlace()
  return (
    <AppLink className={classes.eye} href={href} aria-label={label} state={state}>
      <IconEye size={18} stroke={1.7} aria-hidden />
    </AppLink>
  )
}

/** For the way back: the list as it is when the link is followed. */
function useListPlace() {
  const router = useRouter()
  return ({ trail = [], ...here }: HistoryState): HistoryState => ({
    list: { href: router.latestLocation.href, trail, ...sameSearch(here) },
  })
}
