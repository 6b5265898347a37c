import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../platform/config.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import type { Log } from '../platform/log.ts'
import { FolderLockedError } from '../platform/process/folder-lock.ts'
import { claimDataMode, refuseOtherFolder } from './data-mode.ts'

/** The configured database with its two logins. */
interface DatabaseServer {
  /** Null for the servers of production, and for programs that do not need it. */
  readonly ownerUrl: string | null
  readonly appUrl: string
  /** Resolves when the embedded PostgreSQL exits; never for an external database. */
  readonly lost: Promise<void>
}

/**
 * Starts the embedded PostgreSQL unless DATABASE_URL is set; `stack` stops it.
 * @throws FolderLockedError while another process uses the data folder
 * @throws StartError if the folder or the database has data of the other mode (D45)
 */
async function startDatabaseServer(
  config: Config,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<DatabaseServer> {
  await refuseOtherFolder(config)
  const server = await openDatabaseServer(config, log, stack)
  await claimDataMode(config, server.ownerUrl ?? server.appUrl)
  return server
}

async function openDatabaseServer(
  { database, dataDir }: Config,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<DatabaseServer> {
  if (database.kind === 'url') {
    const lost = new Promise<void>(() => undefined)
    return { ownerUrl: database.ownerUrl?.reveal() ?? null, appUrl: database.url.reveal(), lost }
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  stack.defer(() => postgres.stop())
  return { ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl, lost: postgres.exited }
}

const retryAfter = 200
const exitGrace = 15_000

/**
 * Like `startDatabaseServer`, but waits up to `patience` milliseconds for a process that is exiting and still locks the
 * data folder.
 * @throws FolderLockedError if the folder remains locked; the reason of `stop`
 */
export async function startDatabaseServerWhenFree(
  config: Config,
  log: Log,
  stack: AsyncDisposableStack,
  { stop, patience = exitGrace }: { readonly stop: AbortSignal; readonly patience?: number },
): Promise<DatabaseServer> {
  for (const end = performance.now() + patience; ; await sleep(retryAfter)) {
    stop.throwIfAborted()
    try {
      return await startDatabaseServer(config, log, stack)
    } catch (error) {
      if (!(error instanceof FolderLockedError) || performance.now() > end) throw error
    }
  }
}

/** SQLSTATE and system codes while the database is being created, or the server starts or stops. */
const transientCodes = ['3D000', '57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET']

/** Claims the database of the running server. Returns false while that server starts or stops. */
async function claimRunning(config: Config, ownerUrl: string): Promise<boolean> {
  try {
    await claimDataMode(config, ownerUrl)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && transientCodes.includes(String(error.code))) return false
    throw error
  }
}

const joinAttempts = 50

/** Like `startDatabaseServer`, for a command: uses the database of the server if it is running. */
export async function joinDatabaseServer(
  config: Config,
  log: Log,
  stack: AsyncDisposableStack,
): Promise<Omit<DatabaseServer, 'lost'>> {
  // Repeated, because the other process may be starting or stopping.
  for (let left = joinAttempts; ; left--) {
    try {
      return await startDatabaseServer(config, log, stack)
    } catch (error) {
      if (!(error instanceof FolderLockedError)) throw error
      const running = await findEmbeddedPostgres(config.dataDir)
      if (running && (await claimRunning(config, running.ownerUrl))) return running
      if (left === 0) throw error
      await sleep(retryAfter)
    }
  }
}
