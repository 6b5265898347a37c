import { Table, VisuallyHidden } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { type HistoryState, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AppLink } from './AppLink.tsx'
import { sameSearch } from './kept-search.ts'
import classes from './ListTable.module.css'

export interface ListTableProps {
  caption: string
  /** The Table.Th of the columns, with their widths. */
  head: ReactNode
  children: ReactNode
  /** With `auto`, the columns take the width of their content. */
  layout?: 'auto' | 'fixed'
}

/**
 * The table of all lists, with the rows (Table.Tr and Table.Td) as children. Below 768 px CSS makes each row a
 * card: its first line has the cells without a `data-label`, the first of which takes the width that is left.
 * Each cell with a `data-label` is a line below with this label; an empty one is a line without a label.
 */
export function ListTable({ caption, head, children, layout = 'fixed' }: ListTableProps) {
  return (
    <Table className={classes.table} layout={layout} highlightOnHover>
      <caption className={VisuallyHidden.classes.root}>{caption}</caption>
      <Table.Thead>
        <Table.Tr>{head}</Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
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
