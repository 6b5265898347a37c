import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { day } from '@kyc/contract/durations.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { startSequencer } from '../../features/audit/tree/sequencer.ts'
import { backupOptions } from '../../operations/backup/backup-options.ts'
import { writeBackup } from '../../operations/backup/write-backup.ts'
import { examine } from '../../operations/doctor/examine.ts'
import {
  type Restored,
  type RestoreOptions,
  restoreInstallation,
} from '../../operations/restore/restore-installation.ts'
import { createIdentityFile, readIdentityFile } from '../../platform/archive/age-identity.ts'
import { readConfig } from '../../platform/config.ts'
import { silentLog } from '../../platform/log.ts'
import { folderStore } from '../../platform/storage/folder-store.ts'
import type { Services } from '../../services.ts'
import { createTestApp, type TestAccount, type TestApp } from './test-app.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** The installation of a test file, and for each test new folders for backups and an empty database to restore into. */
interface BackupStage {
  app: TestApp
  database: TestDatabase
  user: TestAccount
  masterKey: string
  folder: string
  places: { to: string; keysTo: string }
  scratch: TestDatabase
}

let clock = Date.now()
const onProgress = () => undefined

/** Registers the hooks that fill the stage, whose fields exist while a test runs. */
export function backupStage() {
  // Filled by the hooks.
  const stage = { masterKey: randomBytes(32).toString('base64') } as BackupStage
  let recipient: string
  beforeAll(async () => {
    stage.database = await createTestDatabase()
    stage.app = await createTestApp({ database: stage.database, env: { MASTER_KEY: stage.masterKey } })
    stage.user = await stage.app.signedIn('user')
  })
  afterAll(() => stage.app.close())
  beforeEach(async () => {
    stage.folder = await mkdtemp(join(tmpdir(), 'kyc-backup-'))
    stage.places = { to: join(stage.folder, 'data'), keysTo: join(stage.folder, 'keys') }
    for (const place of Object.values(stage.places)) await mkdir(place)
    recipient = await createIdentityFile(join(stage.folder, 'identity'))
    stage.scratch = await createTestDatabase()
  })
  afterEach(async () => {
    await stage.scratch.drop()
    await rm(stage.folder, { recursive: true })
  })

  /** Writes a backup at the time of the earlier one and a second. */
  const backUp = async (
    options: Partial<Parameters<typeof writeBackup>[1]> = {},
    services: Partial<Services> = {},
  ) => {
    clock += 1000
    const { app, database, places } = stage
    const all = { ...(await backupOptions(app.services)), ...places, ownerUrl: database.ownerUrl, recipient }
    return writeBackup(
      { ...app.services, ...services },
      { ...all, keepDays: 30, now: new Date(clock), onProgress, ...options },
    )
  }

  /** Restores the newest backup into the empty database. */
  const restore = async <T = Restored>(
    options: Partial<RestoreOptions> = {},
    then: (services: Services, restored: Restored) => Promise<T> = async (_, restored) => restored as T, // the default of T
    env: Record<string, string> = {},
  ): Promise<T> => {
    const { folder, masterKey, places, scratch } = stage
    const config = readConfig({
      DATA_DIR: join(folder, 'restored'),
      DATABASE_URL: scratch.appUrl,
      DATABASE_OWNER_URL: scratch.ownerUrl,
      DEMO: 'off',
      MASTER_KEY: masterKey,
      ...env,
    })
    const identities = await readIdentityFile(join(folder, 'identity'))
    const all = { from: places.to, keysFrom: places.keysTo, name: undefined, identities, onProgress }
    return restoreInstallation(config, silentLog(), { ...all, ...options }, then)
  }
  return Object.assign(stage, { backUp, restore })
}

/** The newest archive in a folder. */
export async function newest(place: string): Promise<string> {
  const archives = (await readdir(place)).filter((name) => /^20.*Z$/.test(name)).sort()
  return join(place, archives.at(-1) ?? '')
}

/** The files of a folder and those below it, without the identity of the backups. */
export async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) =>
    entry.isFile() && entry.name !== 'identity' ? [join(entry.parentPath, entry.name)] : [],
  )
}

/** The keys whose object the backup contains. */
export async function pooled(
  { places }: Pick<BackupStage, 'places'>,
  keys: readonly string[],
): Promise<string[]> {
  const pool = folderStore(join(places.to, 'objects'))
  const found = []
  for (const key of keys) if (await pool.exists(key)) found.push(key)
  return found
}

/** The faults that the examination of an installation finds two days later. Seals the log first, as a server would. */
export async function faultsOf(services: Services) {
  await startSequencer(services, services.databaseUrl).stop()
  const clock = { now: () => new Date(Date.now() + 2 * day) }
  return (await examine({ ...services, clock }, { fix: false, onProgress })).faults
}

/** Statements in a database without an app. */
export function sqlOf({ ownerUrl }: TestDatabase): TestApp['sql'] {
  return async (text, values) => {
    const client = new pg.Client({ connectionString: ownerUrl })
    await client.connect()
    try {
      return (await client.query(text, values)).rows
    } finally {
      await client.end()
    }
  }
}
