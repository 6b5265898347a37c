import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Log } from '../log.ts'
import { findUnprivileged } from '../process/drop-privileges.ts'
import { lockFolder } from '../process/folder-lock.ts'
import { findBinaries, type PostgresBinaries } from './embedded/binaries.ts'
import { appName, databaseUrl, ensureCluster, ensureDatabase, ownerName } from './embedded/cluster.ts'
import { ensurePasswords, ownerPasswordFile, type Passwords } from './embedded/passwords.ts'
import { readPostmaster, stopLeftover } from './embedded/postmaster-file.ts'
import { runServer, type ServerProcess } from './embedded/server-process.ts'

/** The logins of the embedded database: of the owner, which migrates, and of the application. */
interface EmbeddedUrls {
  readonly ownerUrl: string
  readonly appUrl: string
}

export interface EmbeddedPostgres extends EmbeddedUrls {
  /** Resolves when PostgreSQL has exited, for whatever reason. */
  readonly exited: Promise<void>
  /** Shuts PostgreSQL down and releases the data folder. */
  stop(): Promise<void>
  /** Stops PostgreSQL at once, for a process that is about to exit; committed data is not lost. */
  abort(): void
}

interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Log
  /** Overrides the safe settings of PostgreSQL; tests turn `fsync` off. */
  readonly settings?: Readonly<Record<string, string>>
  /** Replaces the PostgreSQL that npm installed; tests also run on the oldest supported version. */
  readonly binaries?: PostgresBinaries
}

/**
 * Runs PostgreSQL on `dataDir` for this process alone. The first start creates the cluster; a server
 * that a killed process left behind is stopped first.
 * @throws FolderLockedError while another process uses the folder
 * @throws StartError if PostgreSQL is not available or does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const lock = lockFolder(options.dataDir)
  let server: ServerProcess | undefined
  try {
    const passwords = await ensurePasswords(options.dataDir)
    server = await runCluster(options)
    await ensureDatabase(server.port, passwords)
    const { exited, abort, stop } = server
    const release = () => lock.release()
    return { ...urls(server.port, passwords), exited, abort, stop: () => stop().finally(release) }
  } catch (error) {
    await server?.stop()
    lock.release()
    throw error
  }
}

/** The logins of the embedded database that another process runs on `dataDir`; undefined if none is ready. */
export async function findEmbeddedPostgres(dataDir: string): Promise<EmbeddedUrls | undefined> {
  const postmaster = await readPostmaster(clusterFolder(dataDir))
  return postmaster?.ready ? urls(postmaster.port, await ensurePasswords(dataDir)) : undefined
}

async function runCluster(options: EmbeddedOptions): Promise<ServerProcess> {
  const { dataDir, log, settings = {} } = options
  const binaries = options.binaries ?? (await findBinaries())
  const cluster = clusterFolder(dataDir)
  await stopLeftover(cluster, log)
  const runAs = prefixFor(cluster, binaries)
  await ensureCluster(cluster, binaries, runAs, ownerPasswordFile(dataDir))
  return runServer({ cluster, binaries, runAs, settings, logFile: join(dataDir, 'postgres.log') })
}

/** PostgreSQL refuses root, which runs tests and measurements only: programs have dropped its privileges. */
function prefixFor(cluster: string, { postgres }: PostgresBinaries): readonly string[] {
  if (process.getuid?.() !== 0) return []
  const data = existsSync(cluster) ? cluster : undefined
  return findUnprivileged(data, [dirname(cluster), postgres], { force: true }).prefix
}

/** The folder of the embedded database. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres')
}

function urls(port: number, passwords: Passwords): EmbeddedUrls {
  return {
    ownerUrl: databaseUrl(ownerName, passwords.owner, port),
    appUrl: databaseUrl(appName, passwords.app, port),
  }
}
