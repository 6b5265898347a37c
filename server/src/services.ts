import { type AuditWriter, createAuditWriter } from './features/audit/record.ts'
import type { AuditKeys } from './features/audit/seal.ts'
import { type Clock, systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { deriveKey } from './platform/crypto/derive-key.ts'
import { type MasterKey, masterKey, openMasterKeyFile } from './platform/crypto/master-key.ts'
import { type CursorCodec, createCursorCodec } from './platform/cursor.ts'
import { type Database, type Db, openDatabase } from './platform/db/database.ts'
import type { Log } from './platform/log.ts'

/** Everything the features work with, wired by hand in this one place and passed in (architecture rule 10). */
export interface Services {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly db: Db
  readonly masterKey: MasterKey
  readonly audit: AuditWriter
  readonly auditKeys: AuditKeys
  readonly cursors: CursorCodec
  /** Ends what the services hold: pools, workers, timers. */
  close(): Promise<void>
}

/** What a test may put in the place of the real thing. */
export interface Overrides {
  readonly clock?: Clock
}

/**
 * Builds the services of one process on a migrated database.
 * @throws MasterKeyError if the key is unusable, or missing although data was encrypted with it
 */
export async function createServices(
  config: Config,
  log: Log,
  databaseUrl: string,
  overrides: Overrides = {},
): Promise<Services> {
  const database = openDatabase(databaseUrl, log)
  try {
    const clock = overrides.clock ?? systemClock
    const master = await openMasterKey(config, database)
    const auditKeys = { mac: deriveKey(master.bytes, 'audit-mac'), pii: deriveKey(master.bytes, 'audit-pii') }
    return {
      config,
      log,
      clock,
      db: database.db,
      masterKey: master,
      auditKeys,
      audit: createAuditWriter(auditKeys, clock),
      cursors: createCursorCodec(deriveKey(master.bytes, 'cursor')),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openMasterKey(config: Config, database: Database): Promise<MasterKey> {
  if (config.masterKey.kind === 'value') return masterKey(config.masterKey.bytes.reveal())
  return openMasterKeyFile(config.masterKey.path, {
    generate: config.masterKey.generate,
    dataNeedsIt: async () => {
      const row = await database.db.selectFrom('audit_event').select('id').limit(1).executeTakeFirst()
      return row !== undefined
    },
  })
}
