import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { sql } from 'kysely'
import { type Db, openDatabase } from '../../../platform/db/database.ts'
import { silentLog } from '../../../platform/log.ts'
import type { Cell } from '../../../platform/xlsx/sheet-rows.ts'
import { streamWorkbook } from '../../../platform/xlsx/stream-workbook.ts'
import { type AuditRow, findAuditEntries, getSealedEntry } from '../audit-repository.ts'
import { presentEntry } from '../present-entry.ts'
import { coverRows, timeOf, type Written } from './cover-rows.ts'
import { entryCells, entryColumns } from './entry-cells.ts'
import type { ExportJob, ExportNews, ExportOrder } from './export-job.ts'

// The thread of one export: reading, opening and packing a million entries must not keep the server from answering.

/** Chosen by measuring: larger pages gain nothing, smaller ones ask the database too often. */
const pageRows = 5000

async function run(port: MessagePort, job: ExportJob): Promise<void> {
  const tell = (news: ExportNews) =>
    typeof news === 'object' ? port.postMessage(news, [news.bytes.buffer]) : port.postMessage(news)
  // What goes wrong with the connection fails the query that needs it, and so the thread.
  const { db, close } = openDatabase(job.databaseUrl, silentLog(), { max: 1 })
  const last = await db.connection().execute(async (connection): Promise<'busy' | 'end'> => {
    if (!(await claim(connection, job))) return 'busy'
    const [newest] = await findAuditEntries(connection, job.actor, job.filter, { limit: 1 })
    const orders = new Orders(port)
    tell('ready')
    await orders.next()
    for await (const bytes of workbookOf(connection, job, newest?.id)) {
      tell({ bytes: new Uint8Array(bytes) })
      await orders.next()
    }
    return 'end'
  })
  // The end is told when the lock is gone, so that the next export of this person may follow at once.
  await close()
  tell(last)
  port.close()
}

/** Orders that came before they were waited for are not lost. */
class Orders {
  readonly #port: MessagePort
  #waiting = 0

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (_: ExportOrder) => this.#waiting++)
  }

  async next(): Promise<void> {
    while (this.#waiting === 0) await once(this.#port, 'message')
    this.#waiting--
  }
}

/**
 * One export of a person at a time, in all processes together: a lock that ends with this connection. That of an
 * export that was given up a moment ago may take as long to end.
 */
async function claim(connection: Db, { actor }: ExportJob): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const { rows } = await sql<{ locked: boolean }>`
      SELECT pg_try_advisory_lock(hashtextextended(${`audit-export:${actor.id}`}, 0)) AS locked`.execute(
      connection,
    )
    if (rows[0]?.locked) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}

function workbookOf(connection: Db, job: ExportJob, newest: string | undefined): AsyncGenerator<Uint8Array> {
  const written: { -readonly [K in keyof Written]: Written[K] } = { rows: 0, newest: null, oldest: null }
  async function* pages(): AsyncGenerator<Generator<Cell[]>> {
    if (newest === undefined) return
    written.newest = await getSealedEntry(connection, newest)
    for await (const rows of entriesUpTo(connection, job, newest)) {
      yield cellsOf(job, rows)
      const last = rows.at(-1)
      written.rows += rows.length
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
function* cellsOf({ keys, actor }: ExportJob, rows: readonly AuditRow[]): Generator<Cell[]> {
  for (const row of rows) yield entryCells(presentEntry(keys, actor, row))
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

if (parentPort) await run(parentPort, workerData as ExportJob) // what exporter.ts passes
