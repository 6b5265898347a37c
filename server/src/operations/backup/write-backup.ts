import { createWriteStream } from 'node:fs'
import { mkdir, readdir, realpath, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { day, minute } from '@kyc/contract/durations.ts'
import pg from 'pg'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { MasterKey } from '../../platform/crypto/master-key.ts'
import { closeSocket } from '../../platform/db/close-socket.ts'
import { searchPath } from '../../platform/db/connect-client.ts'
import { copyOut } from '../../platform/db/copy-tables.ts'
import { unlessMissing } from '../../platform/files/fs.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { folderStore } from '../../platform/storage/folder-store.ts'
import type { ObjectStore } from '../../platform/storage/object-store.ts'
import { isWithin } from '../../platform/storage/storage-place.ts'
import type { CheckpointStore } from '../../platform/transparency/checkpoint-store.ts'
import { backedUpCheckpoints, copyCheckpoints } from './copy-checkpoints.ts'
import { type CopiedObjects, copyObjects, deleteUnlisted, retentionOfDestroyed } from './copy-objects.ts'
import { archiveName, checkFiles, completeArchive, listArchives, openArchive, partial } from './manifest.ts'
import { requireRestorable } from './require-restorable.ts'
import { archiveTables } from './write-archive.ts'

interface BackupServices {
  readonly store: ObjectStore
  readonly checkpoints: CheckpointStore
  /** Its key `backup-manifest` authenticates archives. */
  readonly keyRing: KeyRing
  readonly masterKey: MasterKey
}

export interface BackupPlaces {
  /** An existing folder for archives, objects and checkpoints. */
  readonly to: string
  /** An existing folder for archives of keys. */
  readonly keysTo: string
}

interface BackupOptions extends BackupPlaces {
  readonly ownerUrl: string
  readonly recipient: string
  /** Folders that must not contain the backup, because they are lost together with the installation. */
  readonly dataFolders: readonly string[]
  readonly keepDays: number
  readonly now: Date
  /** Milliseconds without progress after which the backup fails; by default 15 minutes. */
  readonly patience?: number
  readonly onProgress: (text: string) => void
}

interface Backup extends Pick<CopiedObjects, 'count' | 'copied' | 'deleted'> {
  readonly name: string
  readonly rows: number
  readonly expired: readonly string[]
  /** Objects that rows name and the store does not have: damage that the backup can't repair. */
  readonly missing: readonly string[]
}

/** Only one backup of an installation is written at a time. */
const lockKey = 7_203_551_019

/**
 * Backs up the installation while it serves: checkpoints, then the tables of one snapshot, then the objects that this
 * names, then the keys, so that a restore repeats what was destroyed in the meantime. An interrupted run leaves no
 * archive; the next one continues with the objects.
 * @throws StartError if a place is unsuitable, a file was not written as it should be, or a restore would fail
 */
export async function writeBackup(services: BackupServices, options: BackupOptions): Promise<Backup> {
  const { patience = 15 * minute } = options
  await requirePlaces(options)
  const client = await connect(options.ownerUrl)
  const { promise: stuck, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    // Ends the session, so that its statements fail.
    closeSocket(client)
    reject(
      new StartError(
        `The backup has not progressed for ${patience / minute} minutes: check the database, the store, and the disk of ${options.to}.`,
      ),
    )
  }, patience)
  const onProgress = (text: string) => {
    timer.refresh()
    options.onProgress(text)
  }
  try {
    return await Promise.race([write(services, client, { ...options, onProgress }), stuck])
  } finally {
    clearTimeout(timer)
    await client.end()
  }
}

async function write(
  services: BackupServices,
  client: pg.Client,
  options: BackupOptions,
  isRepeat = false,
): Promise<Backup> {
  const { to, keysTo, now, onProgress } = options
  const key = services.keyRing.secret('backup-manifest')
  const interrupted = await removePartial([to, keysTo])
  await copyCheckpoints(services.checkpoints, backedUpCheckpoints(to), {
    onProgress: () => onProgress('checkpoints'),
  })
  const previous = await previousList(key, to)
  const name = archiveName(now)
  for (const folder of [to, keysTo]) await refuseLater(folder, name)
  const data = await archiveTables(client, join(to, name), { ...options, content: 'data' }, (folder) =>
    pipeline(copyOut(client, namedObjects), createWriteStream(join(folder, 'named'), { mode: 0o600 })),
  )
  const target = folderStore(join(to, 'objects'))
  const named = join(data.folder, 'named')
  const list = join(data.folder, objectsFile)
  const objects = await copyObjects({
    source: services.store,
    target,
    named,
    previous,
    list,
    now,
    onProgress: (n) => onProgress(`objects: ${n}`),
  })
  await rm(named)
  const missing = await stillNamed(client, objects.missing)
  // Files that no row names any more may be those of a withheld version, which has others now: a new snapshot names them.
  if (missing.length < objects.missing.length && !isRepeat) return write(services, client, options, true)
  if (interrupted) await deleteUnlisted(target, list)
  const { bytes, sha256, count } = objects
  const manifest = { ...data.manifest, objects: { file: objectsFile, bytes, sha256, count } }
  const keys = await archiveTables(client, join(keysTo, name), { ...options, content: 'keys' }, () =>
    requireRestorable(client, services.masterKey),
  )
  await completeArchive(keys.folder, keys.manifest, key)
  await completeArchive(data.folder, manifest, key)
  return {
    name,
    ...objects,
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    missing,
    expired: [
      ...(await expire(to, now, options.keepDays * day)),
      ...(await expire(keysTo, now, retentionOfDestroyed)),
    ],
  }
}

const objectsFile = 'objects.txt'

/** The query of the named objects. Its result is a file with one key a line, so it has one column and no separators. */
const namedObjects = `
  SELECT key FROM stored_file, LATERAL (VALUES (object_key), (screen_key), (thumbnail_key)) AS named (key)
  WHERE key IS NOT NULL ORDER BY key COLLATE "C"`

async function stillNamed(client: pg.Client, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const { rows } = await client.query<{ key: string }>(
    `SELECT key FROM (${namedObjects}) named WHERE key = ANY ($1)`,
    [keys],
  )
  return rows.map(({ key }) => key)
}

async function connect(ownerUrl: string): Promise<pg.Client> {
  const options = [
    'statement_timeout=0',
    'idle_in_transaction_session_timeout=0',
    'client_connection_check_interval=10s', // also effective while a statement waits for a lock
    'timezone=UTC',
    'datestyle=ISO',
    `search_path=${searchPath}`,
  ]
  const client = new pg.Client({
    connectionString: ownerUrl,
    options: options.map((each) => `-c ${each}`).join(' '),
  })
  // The running statement reports the loss of the connection.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
    lockKey,
  ])
  if (rows[0]?.locked) return client
  await client.end()
  throw new StartError('Another backup of this installation is running: wait until it has finished.')
}

/** @throws StartError unless both folders exist, apart from each other and from the data */
async function requirePlaces({ to, keysTo, dataFolders }: BackupOptions): Promise<void> {
  for (const place of [to, keysTo]) {
    if (!(await stat(place).catch(unlessMissing))?.isDirectory())
      throw new StartError(`The folder ${place} does not exist: create it, or mount its volume.`)
    for (const folder of dataFolders) {
      if (await contains(folder, place))
        throw new StartError(
          `${place} is inside ${folder}, with which it would be lost: name another folder.`,
        )
      if (await contains(place, folder))
        throw new StartError(`${place} contains ${folder}, whose data is backed up: name another folder.`)
    }
  }
  if ((await contains(to, keysTo)) || (await contains(keysTo, to)))
    throw new StartError('The keys are kept apart from the data: neither folder may contain the other.')
  await mkdir(join(to, 'objects'), { recursive: true, mode: 0o700 })
}

/** Compares the real paths, to see through symbolic links. */
async function contains(folder: string, path: string): Promise<boolean> {
  const [real = folder, realPath = path] = await Promise.all(
    [folder, path].map((each) => realpath(each).catch(unlessMissing)),
  )
  return isWithin(resolve(real), resolve(realPath))
}

/** Removes the archives that interrupted runs have not completed. Returns whether there were any. */
async function removePartial(folders: readonly string[]): Promise<boolean> {
  let found = false
  for (const folder of folders) {
    for (const name of (await readdir(folder)).filter((each) => each.endsWith(partial))) {
      await rm(join(folder, name), { recursive: true })
      found = true
    }
  }
  return found
}

/**
 * The newest archive is that with the last name, so an archive with a future time would hide all others and never
 * expire.
 * @throws StartError if the folder contains one
 */
async function refuseLater(folder: string, name: string): Promise<void> {
  const newest = (await listArchives(folder)).at(-1)
  if (newest === undefined || newest < name) return
  throw new StartError(
    `${join(folder, newest)} is later than the clock of the database, ${name}: correct the clock, or move that archive away if the clock was wrong when it was written.`,
  )
}

/** The list of the newest archive, which only the server's own key authenticates. */
async function previousList(key: Buffer, to: string): Promise<string | undefined> {
  const newest = (await listArchives(to)).at(-1)
  if (newest === undefined) return undefined
  const archive = await openArchive(join(to, newest))
  if (!archive.verify(key))
    throw new StartError(`${archive.path} is not a backup of this installation: name another folder.`)
  const { objects } = archive.manifest
  if (!objects) throw new StartError(`${archive.path} contains keys: name the folder of the data with --to.`)
  await checkFiles({ ...archive, manifest: { ...archive.manifest, tables: [] } })
  return join(archive.path, objects.file)
}

/** Deletes archives older than `age`, except the newest. */
async function expire(folder: string, now: Date, age: number): Promise<string[]> {
  const oldest = archiveName(new Date(now.getTime() - age))
  const expired = (await listArchives(folder)).slice(0, -1).filter((name) => name < oldest)
  for (const name of expired) await rm(join(folder, name), { recursive: true })
  return expired.map((name) => join(folder, name))
}
