import { on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type Db, keyLookups, openDatabase } from '../../../platform/db/database.ts'
import { silentLog } from '../../../platform/log.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import { findAuditEntries } from '../audit-repository.ts'
import { findNewestCheckpoint } from '../tree/tree-repository.ts'
import type { ExportCheckpoint } from './cover-rows.ts'
import { exportFile, signerOf } from './export-file.ts'
import type { ExportJob, ExportMessage } from './export-job.ts'

// The thread of one export: reading, decrypting and compressing a million entries must not block the server.

async function run(port: MessagePort, job: ExportJob): Promise<void> {
  const post = (message: ExportMessage) => port.postMessage(message)
  // The server sends one message for each chunk that it can accept.
  const requests = on(port, 'message')
  // A connection failure fails the current query and with it the thread, so it needs no log.
  const { db, close } = openDatabase(job.databaseUrl, silentLog(), { max: 1, settings: keyLookups })
  await db.connection().execute(async (connection) => {
    const [newest] = await findAuditEntries(connection, job.actor, job.filter, { limit: 1 })
    const checkpoint = await sealedCheckpoint(connection, signerOf(job), newest?.id)
    post('ready')
    await requests.next()
    const onUnreadable = (id: string) => post({ unreadable: id })
    for await (const bytes of exportFile({ connection, job, newest, checkpoint, onUnreadable })) {
      post({ bytes })
      await requests.next()
    }
  })
  await close()
  post('end')
  port.close()
}

const sealAttempts = 20
const sealDelay = 100

/** The newest checkpoint, if any. Waits up to two seconds until it covers the newest entry of the export. */
async function sealedCheckpoint(
  connection: Db,
  verifier: NoteVerifier,
  newest: string | undefined,
): Promise<ExportCheckpoint | undefined> {
  for (let attempt = 1; ; attempt++) {
    const checkpoint = await findNewestCheckpoint(connection, verifier)
    if (!checkpoint) return undefined
    const covers = newest !== undefined && (await isCovered(connection, newest, checkpoint.size))
    if (newest === undefined || covers || attempt === sealAttempts) return { ...checkpoint, covers }
    await sleep(sealDelay)
  }
}

async function isCovered(db: Db, id: string, size: number): Promise<boolean> {
  const leaf = db.selectFrom('audit_leaf').select('leaf_index')
  return (
    (await leaf.where('event_id', '=', id).where('leaf_index', '<', size).executeTakeFirst()) !== undefined
  )
}

if (parentPort) await run(parentPort, workerData as ExportJob) // exporter.ts passes an ExportJob
