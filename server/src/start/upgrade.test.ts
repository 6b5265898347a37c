/** @module-tag long */

import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { unzipSync, zipSync } from 'fflate'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startSequencer } from '../features/audit/tree/sequencer.ts'
import { backupOptions } from '../operations/backup/backup-options.ts'
import { writeBackup } from '../operations/backup/write-backup.ts'
import { examine } from '../operations/doctor/examine.ts'
import { restoreInstallation } from '../operations/restore/restore-installation.ts'
import { createIdentityFile, readIdentityFile } from '../platform/archive/age-identity.ts'
import { readConfig } from '../platform/config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { silentLog } from '../platform/log.ts'
import { decryptMail } from '../platform/mail/mail-outbox.ts'
import { adoptOldJobs } from '../platform/outbox/adopt-old-jobs.ts'
import { insertInquiry, registerPerformer, verifyDocuments } from '../testing/app/factories.ts'
import { registerPartner } from '../testing/app/partners.ts'
import { sealLog } from '../testing/app/seal-log.ts'
import { destroyNow, sealedWithDocuments } from '../testing/app/sealed-records.ts'
import { createTestApp, type TestAccount, type TestApp } from '../testing/app/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/app/test-database.ts'
import { startServer } from './start-server.ts'

const productMigrations = new URL('../../migrations/', import.meta.url)

/** A backup that the previous version has written, with its identity and master key, for this test only. */
const previousVersion = new URL('../testing/previous-version/backup.zip', import.meta.url)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kyc-upgrade-'))
})
// A server that stops may still copy its pages.
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

describe('the data of the previous version', () => {
  let database: TestDatabase
  beforeEach(async () => {
    database = await createTestDatabase('template1')
  })
  afterEach(() => database.drop())

  // Run before the first migration of a release: WRITE_PREVIOUS_VERSION=1 npm test -- server/src/start/upgrade.test.ts
  test.runIf(process.env.WRITE_PREVIOUS_VERSION)('is written', () => writePreviousVersion(folder))

  test('is upgraded without a fault', async () => {
    for (const [path, bytes] of Object.entries(unzipSync(await readFile(previousVersion)))) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), bytes)
    }
    const env = {
      DATA_DIR: join(folder, 'installation'),
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      DEMO: 'off',
      MASTER_KEY_FILE: join(folder, 'master.key'),
      LOG_LEVEL: 'silent',
      PORT: '0',
    }
    const identities = await readIdentityFile(join(folder, 'identity'))
    const from = { from: join(folder, 'data'), keysFrom: join(folder, 'keys'), name: undefined, identities }
    const options = { ...from, onProgress: () => undefined }
    const found = await restoreInstallation(readConfig(env), silentLog(), options, async (services) => {
      await startSequencer(services, services.databaseUrl).stop()
      const performers = await services.db.selectFrom('performer').select('last_name').orderBy('id').execute()
      expect(performers.map(({ last_name }) => last_name)).toEqual(['登録', '承認', '', ''])
      await inTransaction(services.db, adoptOldJobs)
      const mails = await services.db.selectFrom('outbox').select(['id', 'box']).execute()
      const keys = services.keyRing.boxKeys('mail-queue')
      expect(mails.map((mail) => decryptMail(keys, mail).to)).toHaveLength(2)
      return examine(services, { fix: false, onProgress: () => undefined })
    })
    expect(found.faults).toEqual([])
    const server = await startServer(readConfig(env), silentLog(), new AbortController().signal)
    await server.stop()
  })
})

/** One record in each state, in the schema of the migrations of this checkout. */
async function writePreviousVersion(work: string): Promise<void> {
  await writeFile(
    join(work, 'master.key'),
    `${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64')}\n`,
  )
  const database = await createTestDatabase()
  const app = await createTestApp({ database, env: { MASTER_KEY_FILE: join(work, 'master.key') } })
  const [user, admin] = [await app.signedIn('user'), await app.signedIn('superadmin')]
  await registerPerformer(user, { fields: { lastName: '登録' } })
  await verifyDocuments(admin, (await registerPerformer(user, { fields: { lastName: '承認' } })).id)
  await sealedWithDocuments(user, admin)
  const { id } = await registerPerformer(user)
  await destroyNow(app, id, user.accountId)
  await insertInquiry(app.sql)
  await registerPartner(app.services, 'https://partner.example.com')
  await sealLog(app)
  const places = { to: join(work, 'data'), keysTo: join(work, 'keys') }
  for (const place of Object.values(places)) await mkdir(place)
  const recipient = await createIdentityFile(join(work, 'identity'))
  const options = {
    ...(await backupOptions(app.services)),
    ...places,
    recipient,
    ownerUrl: database.ownerUrl,
  }
  await writeBackup(app.services, { ...options, keepDays: 1, onProgress: () => undefined })
  await app.close()
  const files: Record<string, Uint8Array> = {}
  for (const entry of await readdir(work, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files[path.slice(work.length + 1)] = await readFile(path)
  }
  await mkdir(new URL('.', previousVersion), { recursive: true })
  await writeFile(previousVersion, zipSync(files))
}

describe('while servers of the previous version run', () => {
  let database: TestDatabase
  let app: TestApp
  let user: TestAccount
  let admin: TestAccount
  beforeAll(async () => {
    database = await createTestDatabase()
    app = await createTestApp({ database })
    user = await app.signedIn('user')
    admin = await app.signedIn('superadmin')
  })
  afterAll(() => app.close())

  /** Calls every endpoint that reads, and some that write. Returns the statuses by call. */
  const callEverything = async () => {
    const { id } = await registerPerformer(user)
    await verifyDocuments(admin, id, ['idFront'])
    const statuses: Record<string, number> = {}
    for (const { method, path } of endpoints) {
      if (method !== 'GET' || /\{(?!id|type)/.test(path)) continue
      const address = path.replace('{id}', id).replace('{type}', 'idFront')
      if (!address.includes(id) && path !== address) continue
      for (const [name, client] of Object.entries({ user, admin }))
        statuses[`${name} ${path}`] = (await client.call('GET', address)).status
    }
    return statuses
  }

  test('every page works on the additions of the next version, on the same connections and after a restart', async () => {
    const before = await callEverything()
    expect(Object.keys(before).length).toBeGreaterThan(50)
    const migrations = pathToFileURL(`${folder}/`)
    await cp(productMigrations, migrations, { recursive: true })
    await writeFile(new URL('9000_additions.sql', migrations), await additions())
    expect(await migrate(database.ownerUrl, undefined, { folder: migrations })).toEqual([
      '9000_additions.sql',
    ])
    expect(await callEverything()).toEqual(before)
    const env = {
      DATA_DIR: app.dataDir,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
    }
    const config = readConfig({ ...env, DEMO: 'off', LOG_LEVEL: 'silent', PORT: '0' })
    const restarted = await startServer(config, silentLog(), new AbortController().signal)
    await restarted.stop()
  })

  /** Returns statements that create a table, and add columns and a constraint to every table. */
  async function additions(): Promise<string> {
    const tables = await app.sql<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    )
    const added = tables.map(
      ({ name }) =>
        `ALTER TABLE ${name} ADD COLUMN later text, ADD COLUMN later_too integer NOT NULL DEFAULT 1,
           ADD CONSTRAINT later CHECK (later <> '') NOT VALID;`,
    )
    return ['CREATE TABLE later (id uuid PRIMARY KEY);', ...added].join('\n')
  }
})

test('a migration that is killed anywhere is completed by the next start', async () => {
  const database = await createTestDatabase('template1')
  const watcher = new pg.Client({ connectionString: database.ownerUrl })
  await watcher.connect()
  try {
    const others =
      'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
    const kills = Number(process.env.MIGRATION_KILLS ?? 5)
    let killed = 0
    for (let n = 0; n < kills; n++) {
      let ended = false
      const attempt = migrate(database.ownerUrl)
        .catch((error) => error)
        .finally(() => {
          ended = true
        })
      while (!ended && (await watcher.query(others)).rowCount === 0) await sleep(5)
      await sleep(Math.random() * 250)
      await watcher.query(`SELECT pg_terminate_backend(pid) FROM (${others}) AS other`)
      if ((await attempt) instanceof Error) killed++
    }
    expect(killed).toBeGreaterThan(0)
    await migrate(database.ownerUrl)
    const reference = await createTestDatabase()
    expect(await schemaOf(database.ownerUrl)).toEqual(await schemaOf(reference.ownerUrl))
    await reference.drop()
  } finally {
    await watcher.end()
    await database.drop()
  }
})

/** Columns, constraints, indexes, triggers and functions as text, and the applied migrations. */
async function schemaOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ line: string }>(`
      SELECT format('column %s.%s %s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull) AS line
        FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
        WHERE attnum > 0 AND relnamespace = 'public'::regnamespace
      UNION ALL SELECT format('constraint %s %s', conname, pg_get_constraintdef(oid)) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace
      UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT format('function %s %s', proname, prosrc) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT format('migration %s %s', name, checksum) FROM schema_migration
      ORDER BY 1`)
    return rows.map(({ line }) => line)
  } finally {
    await client.end()
  }
}
