import { join } from 'node:path'
import { lockFolder } from '../folder-lock.ts'
import type { Log } from '../log.ts'
import { findBinaries, type PostgresBinaries } from './embedded/binaries.ts'
import { appName, databaseUrl, ensureCluster, ensureDatabase, ownerName } from './embedded/cluster.ts'
import { ensurePasswords, ownerPasswordFile, type Passwords } from './embedded/passwords.ts'
import { readPostmaster, stopLeftover } from './embedded/postmaster-file.ts'
import { runServer, type ServerProcess } from './embedded/server-process.ts'
import { findUnprivileged } from './embedded/unprivileged.ts'

/** The two ways into the embedded database: as the owner, who migrates, and as the application. */
export interface EmbeddedUrls {
  readonly ownerUrl: string
  readonly appUrl: string
}

export interface EmbeddedPostgres extends EmbeddedUrls {
  /** Resolves when PostgreSQL has ended, whoever ended it. */
  readonly exited: Promise<void>
  /** Stops PostgreSQL in order and gives the data folder free. */
  stop(): Promise<void>
  /** Stops it at once, for a process that is about to end; nothing committed is lost. */
  abort(): void
}

export interface EmbeddedOptions {
  readonly dataDir: string
  readonly log: Log
  /** Settings of PostgreSQL beside the safe ones; tests switch `fsync` off. */
  readonly settings?: Readonly<Record<string, string>>
  /** The programs of another PostgreSQL than the one that npm installed; tests run on the oldest supported one too. */
  readonly binaries?: PostgresBinaries
}

/**
 * Runs a real PostgreSQL on `dataDir` for this process alone (D46), made at the first start; a server that
 * a killed process left behind is stopped first. As root it runs as an ordinary account.
 * @throws FolderLockedError while another process uses the folder
 * @throws StartError where PostgreSQL can't be had or doesn't come up
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

/** The way into the embedded database that another process runs on `dataDir`; undefined where none is ready. */
export async function findEmbeddedPostgres(dataDir: string): Promise<EmbeddedUrls | undefined> {
  const postmaster = await readPostmaster(clusterFolder(dataDir))
  return postmaster?.ready ? urls(postmaster.port, await ensurePasswords(dataDir)) : undefined
}

async function runCluster(options: EmbeddedOptions): Promise<ServerProcess> {
  const { dataDir, log, settings = {} } = options
  const binaries = options.binaries ?? (await findBinaries())
  const cluster = clusterFolder(dataDir)
  await stopLeftover(cluster, log)
  const runAs = findUnprivileged(cluster, binaries.postgres)
  await ensureCluster(cluster, binaries, runAs, ownerPasswordFile(dataDir))
  return runServer({ cluster, binaries, runAs, settings, logFile: join(dataDir, 'postgres.log') })
}

/** Where the embedded database lies. */
export function clusterFolder(dataDir: string): string {
  return join(dataDir, 'postgres')
}

function urls(port: number, passwords: Passwords): EmbeddedUrls {
  return {
    ownerUrl: databaseUrl(ownerName, passwords.owner, port),
    appUrl: databaseUrl(appName, passwords.app, port),
  }
}
