import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { aboutDocument, aboutPerformer } from '../../features/audit/about.ts'
import { type AuditWriter, createAuditWriter, type Entry } from '../../features/audit/record.ts'
import type { PublishedLog } from '../../features/audit/tree/published-log.ts'
import { openTree, type SealedTree, sealPending } from '../../features/audit/tree/seal-entries.ts'
import { publish } from '../../features/audit/tree/sequencer.ts'
import { type VerificationOptions, type Verified, verifyLog } from '../../features/audit/verify/verify-log.ts'
import { systemClock } from '../../platform/clock.ts'
import { singleKey } from '../../platform/crypto/encrypted-box.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { type Log, silentLog } from '../../platform/log.ts'
import { checkpointStore } from '../../platform/transparency/checkpoint-store.ts'
import { folderFiles } from '../../platform/transparency/once-files.ts'
import { createNoteSigner, type NoteSigner } from '../../platform/transparency/signed-note.ts'
import { createTestDatabase } from './test-database.ts'

/**
 * An audit log without the rest of the product: the real writer, sequencer and verification on a database of its own.
 */
export interface TestLog extends PublishedLog {
  readonly auditSigner: NoteSigner
  readonly clock: typeof systemClock
  readonly log: Log
  readonly databaseUrl: string
  readonly folder: string
  readonly audit: AuditWriter
  /** The connection of a superuser, who is not bound by triggers and constraints. */
  readonly superuser: pg.Client
  /** Adds entries about performers, up to twenty in a transaction. */
  record(count: number): Promise<void>
  /** Seals all entries, as a sequencer does that starts now. */
  seal(): Promise<SealedTree>
  publish(sealed: SealedTree): Promise<void>
  verify(options?: VerificationOptions): Promise<Verified>
  close(): Promise<void>
}

export async function createTestLog(seeds?: { keys: Buffer; signer: Buffer }): Promise<TestLog> {
  const database = await createTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'kyc-log-'))
  const superuser = new pg.Client({ connectionString: database.ownerUrl })
  await superuser.connect()
  await superuser.query('SET session_replication_role = replica')
  const { db, close } = openDatabase(database.appUrl, silentLog())
  const keys = seeds?.keys ?? randomBytes(32)
  const auditKeys = { mac: keys, pii: singleKey(keys) }
  const services = {
    db,
    auditKeys,
    auditSigner: createNoteSigner('test-log', seeds?.signer ?? randomBytes(32)),
    checkpoints: checkpointStore(folderFiles(join(folder, 'checkpoints'))),
    clock: systemClock,
    log: silentLog(),
    databaseUrl: database.appUrl,
    audit: createAuditWriter(auditKeys, systemClock),
  }
  return {
    ...services,
    folder,
    superuser,
    async record(count) {
      for (let start = 0; start < count; start += 20) {
        await inTransaction(db, async (tx) => {
          for (let n = start; n < Math.min(start + 20, count); n++)
            await services.audit.record(tx, ...sampleEntry(n))
        })
      }
    },
    async seal() {
      const { rows } = await superuser.query('SELECT count(*) AS n FROM audit_event')
      let sealed = await openTree(services)
      // Repeated, because transactions of other tests on the same server delay the sealing.
      while (sealed.tree.size < Number(rows[0].n)) {
        const next = await sealPending(services, sealed)
        if (next === sealed) await sleep(20)
        sealed = next
      }
      return sealed
    },
    publish: (sealed) => publish(services, sealed),
    verify: (options) => verifyLog(services, { sealPatience: 300, ...options }),
    async close() {
      await superuser.end()
      await close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A download, or for odd numbers a change. */
export function sampleEntry(n: number): Entry {
  const performer = { id: newId(), owner_id: newId() }
  const by = { actor: newId(), ip: '203.0.113.7' }
  if (n % 2 === 0) return [by, 'download', aboutDocument(performer, 'idFront'), {}]
  const details = { before: { nationality: null }, after: { nationality: '日本' } }
  return [by, 'update', aboutPerformer(performer.id, performer.owner_id), details]
}
