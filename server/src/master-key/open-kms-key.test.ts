import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../platform/config.ts'
import type { MasterKey } from '../platform/crypto/master-key.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { silentLog } from '../platform/log.ts'
import { createTestApp } from '../testing/app/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../testing/app/test-database.ts'
import { type KmsDouble, startKmsDouble } from '../testing/doubles/kms-double.ts'
import { claimMasterKey } from './claim-master-key.ts'
import { openMasterKey, storedMasterKeys } from './open-master-key.ts'

// The client of AWS against a local double of the API of KMS.

const arn = 'arn:aws:kms:ap-northeast-1:111122223333:key/1234abcd'
const [address, other] = [`kms://ap-northeast-1/${arn}`, 'kms://ap-northeast-1/alias/other']

let kms: KmsDouble
let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  kms = await startKmsDouble([arn, 'alias/other'])
})
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.appUrl, silentLog())
  for (const [name, value] of Object.entries(kms.env)) vi.stubEnv(name, value)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await database.close()
})
afterAll(() => kms.close())

const open = (env: Record<string, string>): Promise<MasterKey> =>
  openMasterKey(readConfig(env), storedMasterKeys(database.db))

test('concurrent first starts use one generated key, which KMS decrypts for later starts and which is stored only encrypted', async () => {
  const keys = await Promise.all(Array.from({ length: 3 }, () => open({ MASTER_KEY: address })))
  expect(new Set(keys.map(({ id }) => id)).size).toBe(1)
  kms.calls.length = 0
  expect(await open({ MASTER_KEY: address })).toEqual(keys[0])
  expect(kms.calls).toEqual(['Decrypt'])
  const client = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ encrypted: Buffer }>('SELECT encrypted FROM kms_key')
  await client.end()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.encrypted.includes(keys[0]?.bytes ?? '')).toBe(false)
  await testDatabase.drop()
})

test('another key of KMS does not open the data, except as the key that replaces the first', async () => {
  await claimMasterKey(database.db, await open({ MASTER_KEY: address }))
  await expect(open({ MASTER_KEY: other }).then((key) => claimMasterKey(database.db, key))).rejects.toThrow(
    'put the right MASTER_KEY',
  )
  const both = await open({ MASTER_KEY: other, MASTER_KEY_PREVIOUS: address })
  await expect(claimMasterKey(database.db, both)).resolves.toBeUndefined()
  await testDatabase.drop()
})

test('a start fails with the address of the key if KMS refuses it or cannot be reached', async () => {
  const unknown = 'kms://ap-northeast-1/alias/unknown'
  await expect(open({ MASTER_KEY: unknown })).rejects.toThrow(
    `AWS KMS does not open the master key ${unknown}: NotFoundException.`,
  )
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', 'http://127.0.0.1:1')
  await expect(open({ MASTER_KEY: address })).rejects.toThrow('ECONNREFUSED')
  await testDatabase.drop()
})

test('a start fails if KMS does not reply, or stops in the middle of a reply', { tags: 'long' }, async () => {
  let calls = 0
  const silent = createServer((_, reply) => {
    if (++calls === 2) reply.writeHead(200, { 'content-length': '100' }).write('{')
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const { port } = silent.address() as AddressInfo // a TCP server
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_MAX_ATTEMPTS', '2')
  await expect(open({ MASTER_KEY: address })).rejects.toThrow('AWS KMS does not open the master key')
  expect(calls).toBe(2)
  silent.close()
  silent.closeAllConnections()
  await testDatabase.drop()
})

test('the product starts with a master key of KMS', async () => {
  const app = await createTestApp({ env: { MASTER_KEY: address }, database: testDatabase })
  await app.signedIn('admin')
  expect(await app.sql('SELECT address FROM kms_key')).toEqual([{ address }])
  await app.close()
})
