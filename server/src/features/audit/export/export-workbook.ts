import type { Cell } from '../../../platform/xlsx/sheet-rows.ts'
import { streamWorkbook } from '../../../platform/xlsx/stream-workbook.ts'
import { boxesOf, presentOpened } from '../present-entry.ts'
import { readValue } from '../seal.ts'
import { coverRows, timeOf, type Written } from './cover-rows.ts'
import { entryCells, entryColumns } from './entry-cells.ts'
import { getSealedEntry } from './export-repository.ts'
import { type OpenedPage, openedPages, type PageSource } from './opened-pages.ts'

/** The file of an export whose newest entry is `newest`, undefined where nothing matches. */
export function workbookOf(source: PageSource, newest: string | undefined): AsyncGenerator<Uint8Array> {
  const { connection, job } = source
  const written: { -readonly [K in keyof Written]: Written[K] } = {
    rows: 0,
    unreadable: 0,
    newest: null,
    oldest: null,
  }
  async function* pages(): AsyncGenerator<Generator<Cell[]>> {
    if (newest === undefined) return
    written.newest = await getSealedEntry(connection, newest)
    for await (const page of openedPages(source, newest)) {
      const onUnreadable = (id: string) => {
        written.unreadable++
        source.onUnreadable(id)
      }
      yield cellsOf(page, { actor: job.actor, onUnreadable }, await page.opened)
      const last = page.rows.at(-1)
      written.rows += page.rows.length
      if (last) written.oldest = { id: last.id, at: timeOf(last) }
    }
  }
  return streamWorkbook({
    name: '監査ログ',
    columns: entryColumns,
    pages: pages(),
    front: { name: '表紙', rows: () => coverRows(job.keys, job, written) },
    ...(job.rowsPerSheet === undefined ? {} : { rowsPerSheet: job.rowsPerSheet }),
  })
}

/** One by one as they are written: what is gone at once costs the collector of memory nothing. */
function* cellsOf(
  { rows }: OpenedPage,
  { actor, onUnreadable }: Pick<PageSource, 'onUnreadable'> & Pick<PageSource['job'], 'actor'>,
  opened: Iterable<string | undefined>,
): Generator<Cell[]> {
  const texts = opened[Symbol.iterator]()
  for (const row of rows) {
    const values = boxesOf(actor, row).map(() => {
      const text: string | undefined = texts.next().value
      return text === undefined ? undefined : readValue(text)
    })
    const entry = presentOpened(actor, row, values)
    if (entry.unreadable) onUnreadable(entry.id)
    yield entryCells(entry)
  }
}
