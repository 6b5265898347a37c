/** @module-tag long */

import { mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { findEmbeddedPostgres } from '../platform/db/embedded-postgres.ts'
import { acceptInvitation, startSession } from '../testing/app/anonymous-browser.ts'
import {
  createSuperadmin,
  killPrograms,
  runProgram,
  startProgram,
  stopProgram,
} from '../testing/app/programs.ts'
import { startHere } from '../testing/app/start-here.ts'
import { TestClient } from '../testing/app/test-client.ts'
import { createTestDatabase } from '../testing/app/test-database.ts'
import { useFolder } from '../testing/app/use-folder.ts'

// D45: demo data and real data never share a folder. Real processes are restarted in the other mode.

const folder = useFolder('kyc-modes-')
const demoOnly = 'contains demo data and opens in demo mode only'
const liveOnly = 'contains real data and opens with DEMO=off only'

afterEach(killPrograms)

/** Without an emulator of the identity provider, which takes seconds to start. */
const demoMode = { DEMO: 'on', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:1' }

async function signIn(client: TestClient, email: string, password: string): Promise<number> {
  await startSession(client)
  return (await client.post('/api/auth/login', { email, password })).status
}

/** Fails with one sentence and without output. */
function expectRefusal(
  { code, out, error }: Awaited<ReturnType<typeof createSuperadmin>>,
  sentence: string,
): void {
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(error).toContain(sentence)
  expect(error.trimEnd().split('\n')).toHaveLength(1)
}

const isFile = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** The cookies of a session in the folder of demo mode. */
const demoCookies = new Map<string, string>()

describe('a folder of demo mode', () => {
  const dataDir = join(folder, 'demo')

  beforeAll(async () => {
    const demo = await startProgram({ DATA_DIR: dataDir, ...demoMode })
    const client = new TestClient(demo.url)
    expect(await signIn(client, 'superadmin@example.com', 'demo-password')).toBe(200)
    expect((await client.get('/api/auth/me')).status).toBe(200)
    for (const [name, value] of client.cookies) demoCookies.set(name, value)
    await stopProgram(demo)
  })

  it('is rejected by a live start and by user:create before its database starts', async () => {
    expectRefusal(await startHere({ DATA_DIR: dataDir }), demoOnly)
    expectRefusal(await createSuperadmin({ DATA_DIR: dataDir }), demoOnly)
    expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
  })

  it('is recognized by its rows if the file mode is missing', async () => {
    const mark = await readFile(join(dataDir, 'mode'), 'utf8')
    expect(mark).toBe('demo\n')
    await rm(join(dataDir, 'mode'))
    expectRefusal(await startHere({ DATA_DIR: dataDir }), demoOnly)
    expectRefusal(await createSuperadmin({ DATA_DIR: dataDir }), demoOnly)
    expect(await isFile(join(dataDir, 'mode'))).toBe(false)
    const demo = await startProgram({ DATA_DIR: dataDir, ...demoMode })
    // The same rule applies to user:create while the server runs.
    expectRefusal(await createSuperadmin({ DATA_DIR: dataDir }), demoOnly)
    expect(await createSuperadmin({ DATA_DIR: dataDir, DEMO: 'on' })).toMatchObject({ code: 0 })
    await stopProgram(demo)
    expect(await readFile(join(dataDir, 'mode'), 'utf8')).toBe('demo\n')
  })
})

describe('a live folder', () => {
  const dataDir = join(folder, 'real')
  let live: Awaited<ReturnType<typeof startProgram>>

  beforeAll(async () => {
    live = await startProgram({ DATA_DIR: dataDir })
    const { out } = await createSuperadmin({ DATA_DIR: dataDir })
    await acceptInvitation(live.url, out, 'correct horse battery')
  })

  it('gives no access by the cookies of a demo session or the demo password in any spelling', async () => {
    const client = new TestClient(live.url)
    for (const [name, value] of demoCookies) client.cookies.set(name, value)
    expect((await client.get('/api/auth/me')).status).toBe(401)
    for (const password of ['demo-password', 'ｄemo-password', 'demo－password']) {
      expect(await signIn(new TestClient(live.url), 'superadmin@example.com', password)).toBe(401)
    }
    await stopProgram(live)
  })

  it('is rejected by a start in demo mode, which adds no demo account', async () => {
    expectRefusal(await startHere({ DATA_DIR: dataDir, DEMO: 'on' }), liveOnly)
    await rm(join(dataDir, 'mode'))
    expectRefusal(await startHere({ DATA_DIR: dataDir, DEMO: 'on' }), liveOnly)
    const again = await startProgram({ DATA_DIR: dataDir })
    expect(await signIn(new TestClient(again.url), 'superadmin@example.com', 'demo-password')).toBe(401)
    expect(await signIn(new TestClient(again.url), 'boss@example.com', 'correct horse battery')).toBe(200)
    await stopProgram(again)
  })
})

it('a folder whose first start was killed before it had a mode accepts either mode, but not both', async () => {
  const dataDir = join(folder, 'killed')
  await mkdir(dataDir)
  const killed = runProgram('main.ts', { env: { DATA_DIR: dataDir } })
  await expect.poll(() => isFile(join(dataDir, 'server.pid')), { timeout: 30_000 }).toBe(true)
  killed.child.kill('SIGKILL')
  await killed.finished
  expect(await isFile(join(dataDir, 'mode'))).toBe(false)
  const both = await Promise.all([
    createSuperadmin({ DATA_DIR: dataDir, DEMO: 'on' }),
    createSuperadmin({ DATA_DIR: dataDir, DEMO: 'off' }, 'other@example.com'),
  ])
  // Both may fail if the rejected one ran the database of the other.
  expect(both.filter(({ code }) => code === 0).length).toBeLessThan(2)
  const demo = (await readFile(join(dataDir, 'mode'), 'utf8')) === 'demo\n'
  const [right, wrong] = demo ? ['on', 'off'] : ['off', 'on']
  const email = 'third@example.com'
  expect(await createSuperadmin({ DATA_DIR: dataDir, DEMO: String(right) }, email)).toMatchObject({ code: 0 })
  const refused = await createSuperadmin({ DATA_DIR: dataDir, DEMO: String(wrong) }, email)
  expectRefusal(refused, demo ? demoOnly : liveOnly)
})

/** A database without one of its migrations, in which `statement` has run, and the settings of a start with it. */
async function changedDatabase(name: string, statement: string) {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(statement)
  await owner.query(`DELETE FROM schema_migration WHERE name = '0009_platform.sql'`)
  return {
    env: {
      DATA_DIR: join(folder, name),
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
    },
    async expectNotMigrated() {
      const { rows } = await owner.query(`SELECT FROM schema_migration WHERE name = '0009_platform.sql'`)
      expect(rows).toHaveLength(0)
    },
    async [Symbol.asyncDispose]() {
      await owner.end()
      await database.drop()
    },
  }
}

it('a DATABASE_URL with demo data is rejected before it is migrated', async () => {
  await using database = await changedDatabase('url', `INSERT INTO installation (name) VALUES ('demo')`)
  const { env } = database
  const sentence = 'The database of DATABASE_URL contains demo accounts'
  expectRefusal(await startHere(env), sentence)
  expectRefusal(await createSuperadmin(env), sentence)
  expectRefusal(await runProgram('commands/backup.ts', { args: ['--to', folder], env }).finished, sentence)
  await database.expectNotMigrated()
})

it('a database with a migration of another version is rejected in one sentence and left unchanged', async () => {
  const statement = `INSERT INTO schema_migration (name, checksum) VALUES ('0005_other.sql', '')`
  await using database = await changedDatabase('other-version', statement)
  const sentence = 'The database has the migration 0005_other.sql, which this version does not have:'
  expectRefusal(await startHere(database.env), sentence)
  expectRefusal(await createSuperadmin(database.env), sentence)
  await database.expectNotMigrated()
})
