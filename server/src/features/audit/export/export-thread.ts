import { on } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type Db, openDatabase } from '../../../platform/db/database.ts'
import { silentLog } from '../../../platform/log.ts'
import { type Cell, streamWorkbook } from '../../../platform/stream-workbook.ts'
import { findAuditEntries } from '../audit-repository.ts'
import { presentEntry } from '../present-entry.ts'
import type { ReadingKeys } from '../seal.ts'
import { coverRows, timeOf, type Written } from './cover-rows.ts'
import { entryCells, entryColumns } from './entry-cells.ts'
import type { ExportJob, ExportNews } from './export-job.ts'
import { claimExport, getSealedEntry, lookUpByKey } from './export-repository.ts'

// The thread of one export: reading, decrypting and packing a million entries must not block the server.

async function run(port: MessagePort, job: ExportJob): Promise<void> {
  const post = (news: ExportNews) => port.postMessage(news)
  // One message for each piece that the server can take; they queue up here.
  const requests = on(port, 'message')
  // A failure of the connection fails the query that needs it, and so the thread.
  const { db, close } = openDatabase(job.databaseUrl, silentLog(), { max: 1 })
  const last = await db.connection().execute(async (connection): Promise<'busy' | 'end'> => {
    if (!(await claimExport(connection, job.actor))) return 'busy'
    await lookUpByKey(connection)
    const [newest] = await findAuditEntries(connection, job.actor, job.filter, { limit: 1 })
    post('ready')
    await requests.next()
    const onUnreadable = (id: string) => post({ unreadable: id })
    for await (const bytes of workbookOf(connection, job, newest?.id, onUnreadable)) {
      post({ bytes })
      await requests.next()
    }
    return 'end'
  })
  // Sent after the lock is released, so that the next export of this account can begin at once.
  await close()
  post(last)
  port.close()
}

/** The file of an export whose newest entry is `newest`, undefined if no entry matches. */
function workbookOf(
  connection: Db,
  job: ExportJob,
  newest: string | undefined,
  onUnreadable: (id: string) => void,
): AsyncGenerator<Uint8Array> {
  const written: Written = { rows: 0, unreadable: 0, newest: null, oldest: null }
  const keys: ReadingKeys = {
    auditKeys: job.keys,
    unreadable: { add: (_kind, id) => onUnreadable(id), remove: () => undefined },
  }
  async function* rows(): AsyncGenerator<Cell[]> {
    if (newest === undefined) return
    written.newest = await getSealedEntry(connection, newest)
    for await (const row of entriesUpTo(connection, job, newest)) {
      const entry = presentEntry(keys, job.actor, row)
      written.rows++
      if (entry.unreadable) written.unreadable++
      written.oldest = { id: row.id, at: timeOf(row) }
      yield entryCells(entry)
    }
  }
  return streamWorkbook({
    name: '監査ログ',
    columns: entryColumns,
    rows: rows(),
    cover: { name: '表紙', rows: () => coverRows(job.keys, job, written) },
    rowsPerSheet: job.rowsPerSheet,
  })
}

const pageRows = 2000

/** The entries from the newest down, page by page: no transaction stays open while a slow client reads. */
async function* entriesUpTo(connection: Db, { actor, filter }: ExportJob, newest: string) {
  let page = await findAuditEntries(connection, actor, filter, { upTo: newest, limit: pageRows })
  for (;;) {
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    page = await findAuditEntries(connection, actor, filter, { before: last.id, limit: pageRows })
  }
}

if (parentPort) await run(parentPort, workerData as ExportJob) // what exporter.ts passes
