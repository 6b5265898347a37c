import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { day } from '@kyc/contract/durations.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeBackup } from '../features/backup/write-backup.ts'
import { examine } from '../features/doctor/examine.ts'
import { deleteQueuedObjects } from '../features/documents/delete-objects.ts'
import { createIdentityFile, readIdentityFile } from '../platform/archive/age-identity.ts'
import { readEncrypted } from '../platform/archive/encrypted-file.ts'
import { readConfig } from '../platform/config.ts'
import { silentLog } from '../platform/log.ts'
import type { Services } from '../services.ts'
import { registerPerformer } from '../testing/app/factories.ts'
import { sealLog } from '../testing/app/seal-log.ts'
import { createTestApp, type TestAccount, type TestApp } from '../testing/app/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/app/test-database.ts'
import { backupOptions } from './backup-options.ts'
import { type Restored, type RestoreOptions, restoreInstallation } from './restore-installation.ts'

const masterKey = randomBytes(32).toString('base64')
const onProgress = () => undefined

let database: TestDatabase
let app: TestApp
let user: TestAccount
let admin: TestAccount
let recipient: string
let folder: string
let places: { to: string; keysTo: string }
let scratch: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp({ database, env: { MASTER_KEY: masterKey } })
  user = await app.signedIn('user')
  admin = await app.signedIn('superadmin')
})
afterAll(() => app.close())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kyc-backup-'))
  places = { to: join(folder, 'data'), keysTo: join(folder, 'keys') }
  for (const place of Object.values(places)) await mkdir(place)
  recipient = await createIdentityFile(join(folder, 'identity'))
  scratch = await createTestDatabase('template1')
})
afterEach(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})

let clock = Date.now()

function backUp(options: Partial<Parameters<typeof writeBackup>[1]> = {}) {
  clock += 1000
  const all = { ...backupOptions(app.services), ...places, ownerUrl: database.ownerUrl, recipient }
  return writeBackup(app.services, { ...all, keepDays: 30, now: new Date(clock), onProgress, ...options })
}

async function restore<T = Restored>(
  options: Partial<RestoreOptions> = {},
  then: (services: Services, restored: Restored) => Promise<T> = async (_, restored) => restored as T,
  env: Record<string, string> = {},
): Promise<T> {
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

const later = { now: () => new Date(Date.now() + 2 * day) }
const faultsOf = async (services: Services) =>
  (await examine({ ...services, clock: later }, { fix: false, onProgress })).faults

const newest = async (place: string) =>
  join(
    place,
    (await readdir(place))
      .filter((name) => name.startsWith('20'))
      .sort()
      .at(-1) ?? '',
  )

test('a backup contains every row and file, and the restored installation has no faults', async () => {
  const { id } = await registerPerformer(user, { fields: { email: 'mihon@example.com' } })
  await sealLog(app)
  const written = await backUp()
  expect(written.missing).toEqual([])
  const tables = await counts(app)
  const found = await restore({}, async (services, restored) => {
    const performer = await services.db
      .selectFrom('performer')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    expect(performer?.email).toBe('mihon@example.com')
    expect(restored).toMatchObject({ destroyed: 0, missing: [], rollback: undefined, objects: written.count })
    return faultsOf(services)
  })
  expect(found).toEqual([])
  expect(await counts({ sql: sqlOf(scratch) })).toEqual({ ...tables, session: 0 })
  expect((await backUp()).copied).toBe(0)
})

function sqlOf({ ownerUrl }: TestDatabase): TestApp['sql'] {
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

/** The rows of each table. */
async function counts({ sql }: Pick<TestApp, 'sql'>): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  )
  const found: Record<string, number> = {}
  for (const { name } of tables)
    found[name] = (await sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${name}`))[0]?.n ?? 0
  return found
}
