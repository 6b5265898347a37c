import { type EmbeddedPostgres, startEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { startDatabaseRelay } from '@kyc/server/testing/app/database-relay.ts'

/** PostgreSQL behind a relay that gives it a fixed address. */
export interface CrashDatabase {
  env(): Record<string, string>
  /** Stops it without a checkpoint: every connection is lost. */
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** @param fsync whether PostgreSQL flushes its writes to the disk; needed only if the disk can lose its power */
export async function startCrashDatabase(dataDir: string, fsync: boolean): Promise<CrashDatabase> {
  const relay = await startDatabaseRelay()
  const start = async (): Promise<EmbeddedPostgres> => {
    const settings = { fsync: fsync ? 'on' : 'off' }
    const started = await startEmbeddedPostgres({ dataDir, log: silentLog(), settings })
    relay.pointTo(started.appUrl)
    return started
  }
  let postgres = await start()
  let running = true
  return {
    env: () => ({
      DATABASE_URL: relay.through(postgres.appUrl),
      DATABASE_OWNER_URL: relay.through(postgres.ownerUrl),
    }),
    async kill() {
      running = false
      postgres.abort()
      await postgres.exited
      await postgres.stop()
    },
    async restart() {
      postgres = await start()
      running = true
    },
    async stop() {
      if (running) await postgres.stop()
      await relay.close()
    },
  }
}
