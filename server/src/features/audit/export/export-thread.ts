import { on } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type Db, keyLookups, openDatabase } from '../../../platform/db/database.ts'
import { silentLog } from '../../../platform/log.ts'
import { type Cell, streamWorkbook } from '../../../platform/stream-workbook.ts'
import { findAuditEntries } from '../audit-repository.ts'
import { presentEntry } from '../present-entry.ts'
import type { ReadingKeys } from '../seal.ts'
import { coverRows, type ExportTotals, timeOf } from './cover-rows.ts'
import { entryCells, entryColumns } from './entry-cells.ts'
import type { ExportJob, ExportMessage } from './export-job.ts'
import { claimExport, getEntryProof } from './export-repository.ts'

// The thread of one export: reading, decrypting and compressing a million entries must not block the server.

async function run(port: MessagePort, job: ExportJob): Promise<void> {
  const post = (message: ExportMessage) => port.postMessage(message)
  // The server sends one message for each chunk that it can accept.
  const requests = on(port, 'message')
  // A connection failure fails the current query and with it the thread, so it needs no log.
  const { db, close } = openDatabase(job.databaseUrl, silentLog(), { max: 1, settings: keyLookups })
  const last = await db.connection().execute(async (connection): Promise<'busy' | 'end'> => {
    if (!(await claimExport(connection, job.actor))) return 'busy'
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

/** The file of an export. `newest` is the id of its newest entry, undefined if no entry matches. */
function workbookOf(
  connection: Db,
  job: ExportJob,
  newest: string | undefined,
  onUnreadable: (id: string) => void,
): AsyncGenerator<Uint8Array> {
  const totals: ExportTotals = { rows: 0, unreadable: 0, newest: null, oldest: null }
  const keys: ReadingKeys = {
    auditKeys: job.keys,
    unreadable: { add: (_kind, id) => onUnreadable(id), remove: () => undefined },
  }
  async function* rows(): AsyncGenerator<Cell[]> {
    if (newest === undefined) return
    totals.newest = await getEntryProof(connection, newest)
    for await (const row of entriesUpTo(connection, job, newest)) {
      const entry = presentEntry(keys, job.actor, row)
      totals.rows++
      if (entry.unreadable) totals.unreadable++
      totals.oldest = { id: row.id, at: timeOf(row) }
      yield entryCells(entry)
    }
  }
  return streamWorkbook({
    name: '監査ログ',
    columns: entryColumns,
    rows: rows(),
    cover: { name: '表紙', rows: () => coverRows(job.keys, job, totals) },
    rowsPerSheet: job.rowsPerSheet,
  })
}

const pageRows = 2000

/** The entries from `newest` down, page by page: no transaction stays open while a slow client reads. */
async function* entriesUpTo(connection: Db, { actor, filter }: ExportJob, newest: string) {
  let page = await findAuditEntries(connection, actor, filter, { upTo: newest, limit: pageRows })
  for (;;) {
    yield* page
    const last = page.at(-1)
    if (!last || page.length < pageRows) return
    page = await findAuditEntries(connection, actor, filter, { before: last.id, limit: pageRows })
  }
}

if (parentPort) await run(parentPort, workerData as ExportJob) // exporter.ts passes an ExportJob
