import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../platform/config.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { FolderLockedError } from '../platform/folder-lock.ts'
import type { Log } from '../platform/log.ts'
import { claimDataMode, refuseOtherFolder } from './data-mode.ts'

/** The database that the settings mean, and the two ways into it. */
export interface DatabaseServer {
  readonly ownerUrl: string
  readonly appUrl: string
  /** Resolves when the embedded PostgreSQL ended; never for a database of somebody else's. */
  readonly lost: Promise<void>
}

/**
 * Starts the embedded PostgreSQL where no DATABASE_URL is set; `stack` stops it.
 * @throws FolderLockedError while another process runs it on the same data folder
 * @throws StartError where the folder or the database has data of the other mode (D45)
 */
export async function startDatabaseServer(
  config: Config,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<DatabaseServer> {
  await refuseOtherFolder(config)
  const server = await startWanted(config, log, stack)
  await claimDataMode(config, server.ownerUrl)
  return server
}

async function startWanted(
  { database, dataDir }: Config,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<DatabaseServer> {
  if (database.kind === 'url') {
    const lost = new Promise<void>(() => undefined)
    return { ownerUrl: database.ownerUrl.reveal(), appUrl: database.url.reveal(), lost }
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  stack.defer(() => postgres.stop())
  return { ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl, lost: postgres.exited }
}

const tryAgainAfter = 200
const exitGrace = 15_000

/**
 * The same, retrying for `patience` milliseconds while another process holds the data folder: after a stop or a kill, the
 * old process may take 15 s to exit.
 * @throws FolderLockedError when it holds the folder longer, or the reason of `stop`
 */
export async function startDatabaseServerSoon(
  config: Config,
  log: Log,
  stack: AsyncDisposableStack,
  { stop, patience = exitGrace }: { readonly stop: AbortSignal; readonly patience?: number },
): Promise<DatabaseServer> {
  for (const end = performance.now() + patience; ; await sleep(tryAgainAfter)) {
    stop.throwIfAborted()
    try {
      return await startDatabaseServer(config, log, stack)
    } catch (error) {
      if (!(error instanceof FolderLockedError) || performance.now() > end) throw error
    }
  }
}

/** Not created yet by a first start, or on its way down. */
const comingOrGoing = ['3D000', '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET']

/** Claims the database of the running server; false while that starts or stops. */
async function hasDatabase(config: Config, ownerUrl: string): Promise<boolean> {
  try {
    await claimDataMode(config, ownerUrl)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && comingOrGoing.includes(String(error.code))) return false
    throw error
  }
}

const joinTries = 50

/** The same for a command beside the server: where that runs already, its database is used. */
export async function joinDatabaseServer(
  config: Config,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<Omit<DatabaseServer, 'lost'>> {
  // The other process may be just starting or just ending.
  for (let left = joinTries; ; left--) {
    try {
      return await startDatabaseServer(config, log, stack)
    } catch (error) {
      if (!(error instanceof FolderLockedError)) throw error
      const running = await findEmbeddedPostgres(config.dataDir)
      if (running && (await hasDatabase(config, running.ownerUrl))) return running
      if (left === 0) throw error
      await sleep(tryAgainAfter)
    }
  }
}
