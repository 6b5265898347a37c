import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { day } from '@kyc/contract/durations.ts'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeBackup } from '../features/backup/write-backup.ts'
import { examine } from '../features/doctor/examine.ts'
import { deleteQueuedObjects } from '../features/documents/delete-objects.ts'
import { destroyVersions } from '../features/documents/destroy-versions.ts'
import { destroyRecord } from '../features/performers/sealed/destroy-record.ts'
import { createIdentityFile, readIdentityFile } from '../platform/archive/age-identity.ts'
import { readEncrypted } from '../platform/archive/encrypted-file.ts'
import { readConfig } from '../platform/config.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { silentLog } from '../platform/log.ts'
import { folderStore } from '../platform/storage/folder-store.ts'
import { newObjectKey } from '../platform/storage/object-store.ts'
import type { Services } from '../services.ts'
import { registerPerformer } from '../testing/app/factories.ts'
import { sealLog } from '../testing/app/seal-log.ts'
import { createTestApp, type TestAccount, type TestApp } from '../testing/app/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/app/test-database.ts'
import { backupOptions } from './backup-options.ts'
import { drillRestore } from './drill-restore.ts'
import { type Restored, type RestoreOptions, restoreInstallation } from './restore-installation.ts'

const masterKey = randomBytes(32).toString('base64')
const onProgress = () => undefined

let database: TestDatabase
let app: TestApp
let user: TestAccount
let recipient: string
let folder: string
let places: { to: string; keysTo: string }
let scratch: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  app = await createTestApp({ database, env: { MASTER_KEY: masterKey } })
  user = await app.signedIn('user')
})
afterAll(() => app.close())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kyc-backup-'))
  places = { to: join(folder, 'data'), keysTo: join(folder, 'keys') }
  for (const place of Object.values(places)) await mkdir(place)
  recipient = await createIdentityFile(join(folder, 'identity'))
  scratch = await createTestDatabase()
})
afterEach(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true })
})

let clock = Date.now()

function backUp(options: Partial<Parameters<typeof writeBackup>[1]> = {}, services: Partial<Services> = {}) {
  clock += 1000
  const all = { ...backupOptions(app.services), ...places, ownerUrl: database.ownerUrl, recipient }
  return writeBackup(
    { ...app.services, ...services },
    { ...all, keepDays: 30, now: new Date(clock), onProgress, ...options },
  )
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
      .filter((name) => /^20.*Z$/.test(name))
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

test('no file of a backup contains personal data, keys are apart from it, and the master key is nowhere', async () => {
  await registerPerformer(user, { fields: { lastName: '機密', email: 'secret@example.com' } })
  await backUp()
  const data = await newest(places.to)
  const keys = await newest(places.keysTo)
  const everything = Buffer.concat(await Promise.all((await filesIn(folder)).map((file) => readFile(file))))
  for (const text of ['機密', 'secret@example.com', masterKey]) expect(everything.includes(text)).toBe(false)
  expect(everything.includes(Buffer.from(masterKey, 'base64'))).toBe(false)
  const identities = await readIdentityFile(join(folder, 'identity'))
  const performers = await buffer(await readEncrypted(join(data, 'public.performer.gz.age'), identities))
  expect(performers.includes('secret@example.com')).toBe(true)
  expect((await readdir(data)).filter((name) => name.includes('key'))).toEqual([
    'public.idempotency_key.gz.age',
    'public.partner_key.gz.age',
    'public.passkey.gz.age',
    'public.signing_key.gz.age',
  ])
  expect(await readdir(keys)).toContain('public.performer_key.gz.age')
})

test('an older backup does not bring back what was destroyed since, and loses its keys and files after a week', async () => {
  const [destroyed, kept] = [await registerPerformer(user), await registerPerformer(user)]
  const first = await backUp()
  const keysBefore = await newest(places.keysTo)
  const files = await objectsOf(destroyed.id)
  await inTransaction(app.services.db, (tx) =>
    destroyRecord(app.services, tx, { id: destroyed.id, owner: user.accountId, actor: null, ip: null }),
  )
  const [back] = await app.sql<{ id: string; object_key: string }>(
    "SELECT id, object_key FROM document_version WHERE performer_id = $1 AND type = 'selfie'",
    [kept.id],
  )
  await inTransaction(app.services.db, (tx) =>
    destroyVersions(tx, { performerId: kept.id, type: 'selfie' }, new Date()),
  )
  await deleteQueuedObjects(app.services)
  await backUp()
  expect(await pooled(files)).toEqual(files)
  expect((await backUp({ now: new Date(clock + 8 * day) })).deleted).toBeGreaterThanOrEqual(files.length + 1)
  expect(await pooled(files)).toEqual([])
  expect(await readdir(places.keysTo)).not.toContain(basename(keysBefore))

  await sealLog(app)
  const result = await restore({ name: first.name }, async (services, restored) => {
    const rows = await services.db
      .selectFrom('performer')
      .select(['id', 'destroyed_at', 'last_name'])
      .where('id', 'in', [destroyed.id, kept.id])
      .execute()
    const documents = await services.db
      .selectFrom('document_version')
      .select('destroyed_at')
      .where('id', '=', back?.id ?? '')
      .execute()
    return { restored, rows, documents, faults: await faultsOf(services) }
  })
  expect(result.restored).toMatchObject({ destroyed: 2, missing: [] })
  const byId = Object.fromEntries(result.rows.map((row) => [row.id, row]))
  expect(byId[destroyed.id]).toMatchObject({ last_name: '', destroyed_at: expect.any(Date) })
  expect(byId[kept.id]).toMatchObject({ last_name: '見本', destroyed_at: null })
  expect(result.documents).toEqual([{ destroyed_at: expect.any(Date) }])
  expect(result.faults.filter(({ check }) => check !== 'log')).toEqual([])
})

test('an interrupted run leaves no backup, and the next one keeps the copied files and deletes those without a row', async () => {
  await registerPerformer(user)
  let read = 0
  const { store } = app.services
  const failing = {
    ...store,
    get: (key: string) => (++read > 2 ? Promise.reject(new Error('the store is away')) : store.get(key)),
  }
  await expect(backUp({}, { store: failing })).rejects.toThrow('the store is away')
  expect((await readdir(places.to)).filter((name) => !name.endsWith('.partial')).sort()).toEqual(
    ['checkpoints', 'objects'].filter((name) => name === 'objects' || existsSync(join(places.to, name))),
  )
  const orphan = newObjectKey()
  await folderStore(join(places.to, 'objects')).put(orphan, Readable.from([Buffer.from('of a deleted row')]))
  read = 0
  const counting = { ...store, get: (key: string) => store.get(key).finally(() => read++) }
  const { count } = await backUp({}, { store: counting })
  expect(read).toBe(count - 2)
  expect(await pooled([orphan])).toEqual([])
  expect((await readdir(places.to)).filter((name) => name.endsWith('.partial'))).toEqual([])
})

test('only one backup is written at a time', async () => {
  const results = await Promise.allSettled([backUp(), backUp()])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a file that rows name and the store lacks is reported, and the rest is backed up', async () => {
  const { id } = await registerPerformer(user)
  const [lost = ''] = await objectsOf(id)
  await rm(join(app.dataDir, 'files', lost.slice(0, 2), lost))
  expect((await backUp()).missing).toEqual([lost])
  expect(await restore()).toMatchObject({ missing: [] })
  await app.sql(
    'UPDATE document_version SET destroyed_at = now(), is_current = false WHERE performer_id = $1',
    [id],
  )
})

test('a drill restores a backup in a scratch place, finds its faults, and leaves nothing behind', async () => {
  const { id } = await registerPerformer(user)
  await backUp()
  const identities = await readIdentityFile(join(folder, 'identity'))
  const existing = { from: places.to, keysFrom: places.keysTo, identities }
  await registerPerformer(user)
  const empty = await createTestDatabase('template1')
  const options = {
    config: app.services.config,
    ownerUrl: database.ownerUrl,
    scratchUrl: empty.ownerUrl,
    onProgress,
  }
  const drill = () =>
    drillRestore(app.services, silentLog(), { ...options, existing, scratchIn: join(folder, 'scratch') })
  await mkdir(join(folder, 'scratch'))
  const { found, logCode, missing, lostMs } = await drill()
  expect({ faults: found.faults, logCode, missing }).toEqual({ faults: [], logCode: 0, missing: [] })
  expect(lostMs).toBeGreaterThan(0)

  const [lost = ''] = await objectsOf(id)
  await folderStore(join(places.to, 'objects')).delete(lost)
  expect(await drill()).toMatchObject({ missing: [lost], found: { count: 1 } })
  expect(await readdir(join(folder, 'scratch'))).toEqual([])
  const tables = await sqlOf(empty)("SELECT FROM pg_tables WHERE schemaname IN ('public', 'pgboss')")
  expect(tables).toEqual([])
  await expect(
    drillRestore(app.services, silentLog(), {
      ...options,
      existing,
      scratchUrl: database.ownerUrl,
      scratchIn: folder,
    }),
  ).rejects.toThrow('DRILL_DATABASE_URL has tables')
  await empty.drop()
})

describe('a restore is refused', () => {
  test('with another identity', async () => {
    await backUp()
    await createIdentityFile(join(folder, 'other'))
    const identities = await readIdentityFile(join(folder, 'other'))
    await expect(restore({ identities })).rejects.toThrow(/^The identity does not open .*_key.gz.age/)
    expect(await restore()).toMatchObject({ missing: [] })
  })

  test('with another master key', async () => {
    await backUp()
    const env = { MASTER_KEY: randomBytes(32).toString('base64') }
    await expect(restore({}, undefined, env)).rejects.toThrow(/^The master key has the id .* put the right/)
  })

  test('into a database with data', async () => {
    await backUp()
    const env = { DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: database.ownerUrl }
    await expect(restore({}, undefined, env)).rejects.toThrow('The database already contains data')
  })

  test('of a backup with a missing or changed file', async () => {
    await backUp()
    const file = join(await newest(places.to), 'public.account.gz.age')
    const bytes = await readFile(file)
    bytes[bytes.length - 1]! ^= 1 // the file is not empty
    await writeFile(file, bytes)
    await expect(restore()).rejects.toThrow(`The file ${file} was changed after the backup`)
    await rm(file)
    await expect(restore()).rejects.toThrow(`The file ${file} is missing`)
  })

  test('of a backup whose manifest another installation has written', async () => {
    await backUp()
    const file = join(await newest(places.to), 'manifest.json')
    await writeFile(file, (await readFile(file, 'utf8')).replace('"newestEntry": "2', '"newestEntry": "3'))
    await expect(restore()).rejects.toThrow('was not written by this installation, or was changed since')
  })

  test('of a newer version', async () => {
    await backUp()
    const file = join(await newest(places.to), 'manifest.json')
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace('0028_drafts', '9028_drafts'))
    await expect(restore()).rejects.toThrow(
      'has the migration 9028_drafts.sql, which this version does not have',
    )
    await writeFile(file, text.replace('"format": 1', '"format": 2'))
    await expect(restore()).rejects.toThrow('A newer version wrote the backup')
  })

  test('with keys from before the backup, or without a complete backup', async () => {
    await backUp()
    const older = await newest(places.keysTo)
    await backUp()
    await rm(await newest(places.keysTo), { recursive: true })
    expect(await newest(places.keysTo)).toBe(older)
    await expect(restore()).rejects.toThrow('before the backup of')
    await rename(await newest(places.to), `${await newest(places.to)}.partial`)
    await rename(await newest(places.to), `${await newest(places.to)}.partial`)
    await expect(restore()).rejects.toThrow('contains no complete backup')
  })

  test('of an object that was changed', async () => {
    await registerPerformer(user)
    await backUp()
    const [first = ''] = await filesIn(join(places.to, 'objects'))
    await writeFile(first, 'changed')
    await expect(restore()).rejects.toThrow(`The object ${basename(first)} in ${places.to} was changed`)
  })
})

test('a backup is refused inside the data, in one folder with its keys, and in the folder of another installation', async () => {
  const inside = join(app.dataDir, 'backup')
  await mkdir(inside)
  await expect(backUp({ to: inside })).rejects.toThrow('with which it would be lost')
  await expect(backUp({ keysTo: join(places.to) })).rejects.toThrow('The keys are kept apart')
  await expect(backUp({ to: join(folder, 'missing') })).rejects.toThrow('does not exist')
  await backUp()
  const file = join(await newest(places.to), 'manifest.mac')
  await writeFile(file, `${'0'.repeat(64)}\n`)
  await expect(backUp()).rejects.toThrow('is not a backup of this installation')
})

async function objectsOf(performerId: string): Promise<string[]> {
  const rows = await app.sql<{ key: string }>(
    `SELECT key FROM document_version, LATERAL (VALUES (object_key), (screen_key), (thumbnail_key)) AS named (key)
     WHERE performer_id = $1 AND key IS NOT NULL`,
    [performerId],
  )
  return rows.map(({ key }) => key)
}

/** Those of the keys whose object the backup contains. */
async function pooled(keys: readonly string[]): Promise<string[]> {
  const pool = folderStore(join(places.to, 'objects'))
  const found = []
  for (const key of keys) if (await pool.exists(key)) found.push(key)
  return found
}

async function filesIn(place: string): Promise<string[]> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  return entries.flatMap((entry) =>
    entry.isFile() && entry.name !== 'identity' ? [join(entry.parentPath, entry.name)] : [],
  )
}

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
