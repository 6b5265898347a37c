import { once } from 'node:events'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { sql } from 'kysely'
import { startBoxOpener } from '../../../platform/crypto/box-opener.ts'
import { type Db, openDatabase } from '../../../platform/db/database.ts'
import { silentLog } from '../../../platform/log.ts'
import { findAuditEntries } from '../audit-repository.ts'
import type { ExportJob, ExportNews, ExportOrder } from './export-job.ts'
import { workbookOf } from './export-workbook.ts'
import { lookUpByKey } from './opened-pages.ts'

// The thread of one export: reading, opening and packing a million entries must not keep the server from answering.

async function run(port: MessagePort, job: ExportJob): Promise<void> {
  const tell = (news: ExportNews) =>
    port.postMessage(news, typeof news === 'object' && 'bytes' in news ? [news.bytes.buffer] : [])
  // What goes wrong with the connection fails the query that needs it, and so the thread.
  const { db, close } = openDatabase(job.databaseUrl, silentLog(), { max: 1 })
  const opener = startBoxOpener(job.keys.pii)
  const onUnreadable = (id: string) => tell({ unreadable: id })
  const last = await db.connection().execute(async (connection): Promise<'busy' | 'end'> => {
    if (!(await claim(connection, job))) return 'busy'
    await lookUpByKey(connection)
    const [newest] = await findAuditEntries(connection, job.actor, job.filter, { limit: 1 })
    const orders = new Orders(port)
    tell('ready')
    await orders.next()
    for await (const bytes of workbookOf({ connection, opener, job, onUnreadable }, newest?.id)) {
      tell({ bytes: new Uint8Array(bytes) })
      await orders.next()
    }
    return 'end'
  })
  // The end is told when the lock is gone, so that the next export of this person may follow at once.
  await Promise.all([close(), opener.close()])
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

if (parentPort) await run(parentPort, workerData as ExportJob) // what exporter.ts passes
