import { sql } from 'kysely'
import type { BoxOpener } from '../../../platform/crypto/box-opener.ts'
import type { Db } from '../../../platform/db/database.ts'
import { type AuditRow, findAuditEntries } from '../audit-repository.ts'
import { boxesOf } from '../present-entry.ts'
import type { ExportJob } from './export-job.ts'

/** Enough that the database is seldom asked, and little enough that three pages at a time cost no memory to speak of. */
const pageRows = 2000

/**
 * A page needs some thousand rows by their keys. The planner, which reckons with cold disks, would for each of them
 * read whole tables of names and boxes.
 */
export async function lookUpByKey(connection: Db): Promise<void> {
  await sql`SELECT set_config(name, 'off', false) FROM unnest(ARRAY['enable_hashjoin', 'enable_mergejoin']) name`.execute(
    connection,
  )
}

export interface PageSource {
  readonly connection: Db
  readonly opener: BoxOpener
  readonly job: ExportJob
  /** Gets the id of each entry with a damaged box (D57). */
  readonly onUnreadable: (id: string) => void
}

export interface OpenedPage {
  readonly rows: readonly AuditRow[]
  readonly opened: Promise<Iterable<string | undefined>>
}

/** What was in the boxes of a page may still be on its way: those of the next one are opened while one is written. */
export async function* openedPages(
  { connection, opener, job }: PageSource,
  newest: string,
): AsyncGenerator<OpenedPage> {
  let next: OpenedPage | undefined
  for await (const rows of entriesUpTo(connection, job, newest)) {
    const opened = opener.open(rows.flatMap((row) => boxesOf(job.actor, row)))
    opened.catch(() => undefined) // heard where it is waited for, unless nobody reads that far
    if (next) yield next
    next = { rows, opened }
  }
  if (next) yield next
}

/**
 * The entries from the newest of the beginning down, page by page: no transaction stands open while a slow reader
 * takes them. The next page is on its way while one is written.
 */
async function* entriesUpTo(
  connection: Db,
  { actor, filter }: ExportJob,
  newest: string,
): AsyncGenerator<AuditRow[]> {
  const page = (bounds: { before?: string; upTo?: string }) => {
    const rows = findAuditEntries(connection, actor, filter, { ...bounds, limit: pageRows })
    rows.catch(() => undefined) // heard where it is waited for, unless nobody reads that far
    return rows
  }
  for (let next: Promise<AuditRow[]> | undefined = page({ upTo: newest }); next; ) {
    const rows: AuditRow[] = await next
    const last = rows.at(-1)
    next = last && rows.length === pageRows ? page({ before: last.id }) : undefined
    yield rows
  }
}
