/** @module-tag long */

import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { masterKey } from '../platform/crypto/master-key.ts'
import { acceptInvitation, startSession } from '../testing/app/anonymous-browser.ts'
import { registerPerformer } from '../testing/app/factories.ts'
import {
  createSuperadmin,
  killPrograms,
  runProgram,
  startProgram,
  stopProgram,
} from '../testing/app/programs.ts'
import { startHere } from '../testing/app/start-here.ts'
import { TestClient } from '../testing/app/test-client.ts'
import { createTestDatabase, type TestDatabase } from '../testing/app/test-database.ts'

// D57: one installation, one master key. Real processes, restarted with another key on the same data.

let folder: string
let database: TestDatabase
let owner: pg.Client
const [key, wrongKey] = [newKey(), newKey()]
const password = 'correct horse battery'

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kyc-master-key-'))
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  killPrograms()
  await owner.end()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function newKey(): { text: string; id: string } {
  const bytes = randomBytes(32)
  return { text: bytes.toString('base64'), id: masterKey(bytes).id }
}

const settings = ({ text }: { text: string }) => ({
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  DATA_DIR: folder,
  MASTER_KEY: text,
})

const createUser = (of: { text: string }, email?: string) => createSuperadmin(settings(of), email)

async function signedIn(url: string): Promise<TestClient> {
  const client = new TestClient(url)
  await startSession(client)
  const reply = await client.post('/api/auth/login', { email: 'boss@example.com', password })
  expect(reply.status).toBe(200)
  client.csrfToken = (reply.json as { csrfToken: string }).csrfToken // the contract declares the reply
  return client
}

const refusal = (wrong: { id: string }, right: { id: string }) => ({
  code: 1,
  out: '',
  error: `The master key has the id ${wrong.id}, but the data was encrypted with the key ${right.id}: put the right MASTER_KEY or key file back.\n`,
})

it('a start with another key fails, names both ids and leaves the data readable with the right key', async () => {
  const created = await createUser(key)
  expect(created).toMatchObject({ code: 0, error: '' })
  const first = await startProgram(settings(key))
  await acceptInvitation(first.url, created.out, password)
  await registerPerformer(await signedIn(first.url))
  const { code, out } = await runProgram('commands/doctor.ts', { args: ['--json'], env: settings(key) })
    .finished
  expect([code, JSON.parse(out)]).toEqual([0, { faults: [], count: 0, fixed: 0 }])
  await stopProgram(first)
  const count = async () => (await owner.query('SELECT count(*) AS n FROM audit_event')).rows[0].n
  const before = await count()
  expect(await startHere(settings(wrongKey))).toEqual(refusal(wrongKey, key))
  expect(await createUser(wrongKey, 'other@example.com')).toEqual(refusal(wrongKey, key))
  expect(await count()).toBe(before)
  const again = await startProgram(settings(key))
  const client = await signedIn(again.url)
  const entries = await client.send(listAuditLogs)
  expect(entries.filter(({ unreadable }) => unreadable)).toEqual([])
  expect((await client.get('/api/dashboard/stats')).status).toBe(200)
  await stopProgram(again)
})

it('the first start claims the key before any data exists, and keys:rotate replaces it', async () => {
  expect(await startHere(settings(key))).toMatchObject({ code: 0 })
  expect(await startHere(settings(wrongKey))).toEqual(refusal(wrongKey, key))
  const env = { ...settings(wrongKey), MASTER_KEY_PREVIOUS: key.text }
  expect(
    await runProgram('commands/keys-rotate.ts', { args: ['--renew', 'none'], env }).finished,
  ).toMatchObject({
    code: 1,
    error: expect.stringContaining('Usage: npm run keys:rotate'),
  })
  expect(await runProgram('commands/keys-rotate.ts', { env }).finished).toMatchObject({
    code: 0,
    out: expect.stringContaining(`wrapped by the master key ${wrongKey.id}`),
    error: '',
  })
  expect(await startHere(settings(key))).toMatchObject({
    code: 1,
    error: expect.stringContaining(wrongKey.id),
  })
})

it('of two concurrent first starts with different keys one succeeds, and the other names its key', async () => {
  const both = await Promise.all([createUser(key), createUser(wrongKey, 'other@example.com')])
  expect(both.map(({ code }) => code).sort()).toEqual([0, 1])
  const [first, second] = both
  if (first?.code === 0) expect(second).toEqual(refusal(wrongKey, key))
  else expect(first).toEqual(refusal(key, wrongKey))
})

it('a missing key file is not created again, even without data', async () => {
  const { MASTER_KEY: _, ...env } = settings(key)
  expect(await startHere(env)).toMatchObject({ code: 0 })
  const file = join(folder, 'master.key')
  const content = await readFile(file, 'utf8')
  await rm(file)
  const { code, error } = await startHere(env)
  expect({ code, error }).toMatchObject({ code: 1, error: expect.stringContaining('is missing') })
  expect(content).toMatch(/^\S{44}\n$/)
})

it('a database with data but without the id of its key refuses every key and creates no key file', async () => {
  await createUser(key)
  await owner.query('DELETE FROM data_key')
  await owner.query('DELETE FROM master_key')
  const incomplete = { code: 1, error: expect.stringContaining('the restore is incomplete') }
  for (const any of [key, wrongKey]) {
    expect(await startHere(settings(any))).toMatchObject(incomplete)
  }
  const { MASTER_KEY: _, ...env } = { ...settings(key), DATA_DIR: join(folder, 'restored') }
  expect(await startHere(env)).toMatchObject({
    code: 1,
    error: expect.stringContaining('is missing'),
  })
  expect((await owner.query('SELECT FROM master_key')).rowCount).toBe(0)
})
