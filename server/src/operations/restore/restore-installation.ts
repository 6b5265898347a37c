import pg from 'pg'
import { AuditRollback, checkHead } from '../../features/audit/tree/check-head.ts'
import { openCheckpoint } from '../../features/audit/tree/checkpoint.ts'
import { findNewestCheckpoint } from '../../features/audit/tree/tree-repository.ts'
import type { Config } from '../../platform/config.ts'
import { loginOf } from '../../platform/db/database-settings.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { markRestored, markRestoring } from '../../platform/db/restore-marks.ts'
import type { Log } from '../../platform/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { openPlace, openStore } from '../../platform/storage/open-store.ts'
import { createServices, type Services } from '../../services.ts'
import { startDatabaseServerWhenFree } from '../../start/database-server.ts'
import { requireOwner } from '../../start/prepare-schema.ts'
import { chooseArchives } from '../backup/choose-archives.ts'
import { backedUpCheckpoints, copyCheckpoints } from '../backup/copy-checkpoints.ts'
import {
  loadArchives,
  readDestroyedDocuments,
  readDestroyedPerformers,
  restoreState,
} from '../backup/load-archives.ts'
import { type Archive, checkFiles } from '../backup/manifest.ts'
import { restoreObjects } from '../backup/restore-objects.ts'
import { authenticateArchives } from './authenticate-archives.ts'
import { type RepeatedEndings, repeatEndings } from './repeat-endings.ts'

export interface RestoreOptions {
  readonly from: string
  readonly keysFrom: string
  /** The name of a backup; by default the newest. */
  readonly name: string | undefined
  readonly identities: readonly string[]
  /** Whether the store may contain files already, which are left of the store of the lost installation. */
  readonly keepFiles?: boolean
  /** Whether to destroy again more than a few records and documents. */
  readonly destroyAgain?: boolean
  /** Whether to leave out the checkpoints that a later backup has copied: they prove entries that this one cannot contain. */
  readonly onlyOwnCheckpoints?: boolean
  readonly onProgress: (text: string) => void
}

export interface Restored extends RepeatedEndings {
  /** The archive. */
  readonly path: string
  /** The time of the snapshot, and of the newest entry of the log in it. */
  readonly at: string
  readonly newestEntry: string | null
  readonly objects: number
  /** Objects that rows name and the backup lacks. */
  readonly missing: readonly string[]
  /** Why the server does not start yet. */
  readonly rollback: string | undefined
}

/**
 * Restores a backup into an empty database and store (D57), then calls `then` with the services of the restored
 * installation. Each run authenticates the archives first. Objects come first and all rows in one transaction; until
 * the last step no server uses the database, and a repeated restore continues.
 * @throws the errors of `explainFailure`
 */
export async function restoreInstallation<T>(
  config: Config,
  log: Log,
  options: RestoreOptions,
  then: (services: Services, restored: Restored) => Promise<T>,
): Promise<T> {
  const { onProgress } = options
  const { data, keys } = await chooseArchives(options)
  if (data.manifest.demo !== config.demo)
    throw new StartError(
      `The backup contains ${data.manifest.demo ? 'demo' : 'real'} data: set DEMO=${data.manifest.demo ? 'on' : 'off'}.`,
    )
  await authenticateArchives(config, { data, keys }, options.identities)
  for (const archive of [keys, data]) await checkFiles(archive, (file) => onProgress(`checking ${file}`))
  await using stack = new AsyncDisposableStack()
  const stop = new AbortController().signal
  const database = await startDatabaseServerWhenFree(config, log, stack, { stop, patience: 0 })
  const ownerUrl = requireOwner(database.ownerUrl)
  const login = loginOf(database.appUrl)
  await migrate(ownerUrl, login, { only: data.manifest.migrations })
  const client = new pg.Client({ connectionString: ownerUrl })
  // The running statement reports the loss of the connection.
  client.on('error', () => undefined)
  await client.connect()
  stack.defer(() => client.end())
  const state = await restoreState(client, data)
  if (state === 'empty') {
    if (!options.keepFiles) await requireEmptyStore(config)
    await markRestoring(client, data.manifest.at)
  }
  const absent = await copyObjects(config, log, data, options)
  if (state !== 'loaded')
    await loadArchives(client, { data, keys }, options.identities, (table) => onProgress(`loading ${table}`))
  const performers = await readDestroyedPerformers(client, keys, options.identities)
  const documents = await readDestroyedDocuments(keys, options.identities)
  await migrate(ownerUrl, login)
  // demo: false, as in `runCommand`.
  const services = await createServices({ ...config, demo: false }, log, database.appUrl)
  stack.defer(() => services.close())
  const repeated = await repeatEndings(
    services,
    client,
    { performers, documents },
    options.destroyAgain === true,
  )
  await restoreCheckpoints(services, data, options)
  await markRestored(client)
  return await then(services, {
    path: data.path,
    at: data.manifest.at,
    newestEntry: data.manifest.newestEntry,
    objects: data.manifest.objects?.count ?? 0,
    ...repeated,
    missing: await stillNamed(client, absent),
    rollback: await findRollback(services),
  })
}

/**
 * Refuses a store with files: another installation, which may still run, would lose its files to the jobs of this one.
 * @throws StartError if it contains files
 */
async function requireEmptyStore({ storage }: Config): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const { marker } = await openPlace(storage, stack)
  if (await marker.isEmpty()) return
  throw new StartError(
    `${marker.place} contains files: name an unused place with STORAGE_URL. If they are what is left of the lost installation, and no server uses them, add --keep-files.`,
  )
}

async function copyObjects(
  config: Config,
  log: Log,
  data: Archive,
  { from, onProgress }: RestoreOptions,
): Promise<string[]> {
  await using stack = new AsyncDisposableStack()
  const store = await openStore(config.storage, { dataNeedsIt: async () => false, log, stack })
  const total = data.manifest.objects?.count ?? 0
  return await restoreObjects(from, data, store, (n) => onProgress(`objects: ${n} of ${total}`))
}

/** Checkpoints that are still published stay: they prove what the backup lacks. */
async function restoreCheckpoints(
  { auditSigner, checkpoints, db }: Services,
  { manifest }: Archive,
  { from, onlyOwnCheckpoints }: RestoreOptions,
): Promise<void> {
  const size = (await findNewestCheckpoint(db, auditSigner))?.size ?? 0
  const isLater = (note: string) => {
    const checkpoint = openCheckpoint(auditSigner, note)
    return checkpoint !== undefined && checkpoint.size > size && checkpoint.sealedAt > new Date(manifest.at)
  }
  const options = onlyOwnCheckpoints ? { isExcluded: isLater } : {}
  await copyCheckpoints(backedUpCheckpoints(from), checkpoints, options)
}

async function findRollback(services: Services): Promise<string | undefined> {
  try {
    await checkHead(services)
    return undefined
  } catch (error) {
    if (error instanceof AuditRollback) return error.message
    throw error
  }
}

async function stillNamed(client: pg.Client, absent: readonly string[]): Promise<string[]> {
  if (absent.length === 0) return []
  const { rows } = await client.query<{ key: string }>(
    `SELECT key FROM stored_file, LATERAL (VALUES (object_key), (screen_key), (thumbnail_key)) AS named (key)
     WHERE key = ANY ($1)`,
    [absent],
  )
  return rows.map(({ key }) => key)
}
