import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decryptBox, encryptBox } from '../platform/crypto/encrypted-box.ts'
import { insertDataKey, type KeyRing, openKeyRing } from '../platform/crypto/key-ring.ts'
import { type MasterKey, masterKey } from '../platform/crypto/master-key.ts'
import { type Database, openDatabase, openOwnerDatabase } from '../platform/db/database.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { silentLog } from '../platform/log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/app/test-database.ts'
import { claimMasterKey } from './claim-master-key.ts'
import { keyPurposes } from './key-purposes.ts'

const [one, two, three] = [newKey(), newKey(), newKey()]

let testDatabase: TestDatabase
let database: Database
let owner: pg.Client
let ownerDatabase: ReturnType<typeof openOwnerDatabase>
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.appUrl, silentLog())
  ownerDatabase = openOwnerDatabase(testDatabase.ownerUrl, silentLog())
  owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await owner.connect()
})
afterEach(async () => {
  await database.close()
  await ownerDatabase[Symbol.asyncDispose]()
  await owner.end()
  await testDatabase.drop()
})

function newKey(): MasterKey {
  return masterKey(randomBytes(32))
}

/** Starts the server up to the opening of its keys. */
async function start(master: MasterKey): Promise<KeyRing> {
  await claimMasterKey(database.db, master)
  return openKeyRing(database.db, master)
}

const secretsOf = (ring: KeyRing) => keyPurposes.map((purpose) => ring.secret(purpose).toString('hex'))
const storedIds = async () =>
  (await owner.query('SELECT id FROM master_key ORDER BY claimed_at')).rows.map(({ id }) => id)

test('concurrent first starts create one random key for each purpose, which later starts read', async () => {
  const rings = await Promise.all(Array.from({ length: 4 }, () => start(one)))
  const keys = secretsOf(await start(one))
  expect(rings.map(secretsOf)).toEqual(rings.map(() => keys))
  expect(new Set(keys).size).toBe(keyPurposes.length)
  const { rows } = await owner.query("SELECT string_agg(encode(wrapped, 'hex'), ' ') AS stored FROM data_key")
  expect(keys.filter((key) => rows[0].stored.includes(key))).toEqual([])
})

test('during a rotation, both master keys open the same data keys, and a start requires both', async () => {
  const keys = secretsOf(await start(one))
  expect(secretsOf(await start({ ...one, previous: two }))).toEqual(keys)
  expect(await storedIds()).toEqual([one.id])
  expect(secretsOf(await start({ ...two, previous: one }))).toEqual(keys)
  expect(await storedIds()).toEqual([one.id, two.id])
  await expect(start(two)).rejects.toThrow(`set it as MASTER_KEY_PREVIOUS`)
  await expect(start(one)).rejects.toThrow(two.id)
  await expect(start({ ...two, previous: three })).rejects.toThrow(one.id)
})

test('a replaced master key is never used again, and no key can be wrapped by one that is not in use', async () => {
  await start(one)
  await start({ ...two, previous: one })
  await expect(owner.query('DELETE FROM master_key WHERE id = $1', [one.id])).rejects.toThrow('foreign key')
  await owner.query('UPDATE data_key SET kek_id = $1', [two.id])
  await owner.query('DELETE FROM master_key WHERE id = $1', [one.id])
  await owner.query('INSERT INTO retired_master_key (id) VALUES ($1)', [one.id])
  await expect(claimMasterKey(database.db, { ...one, previous: two })).rejects.toThrow('was replaced on')
  const wrapped = inTransaction(ownerDatabase.db, (tx) =>
    insertDataKey(tx, one, { purpose: 'cursor', generation: 2 }),
  )
  await expect(wrapped).rejects.toThrow('foreign key')
})

test('a database whose data keys are missing or damaged refuses the start', async () => {
  await start(one)
  await owner.query(
    "UPDATE data_key SET wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) WHERE purpose = 'cursor'",
  )
  await expect(start(one)).rejects.toThrow('The data key cursor (generation 1) is damaged')
  await owner.query('DELETE FROM data_key')
  await expect(start(one)).rejects.toThrow('the restore is incomplete')
})

test('a new generation encrypts from its time on, and processes that read it before that time decrypt its boxes', async () => {
  const [writer, reader] = [await start(one), await start(one)]
  const old = encryptBox(writer.boxKeys('cursor'), Buffer.from('見本'), 'one')
  await inTransaction(ownerDatabase.db, (tx) =>
    insertDataKey(tx, one, { purpose: 'cursor', generation: 2 }, 60_000),
  )
  await Promise.all([writer.refresh(), reader.refresh()])
  expect(writer.boxKeys('cursor').newest).toBe(1)
  await owner.query('UPDATE data_key SET active_at = now()')
  const keys = writer.boxKeys('cursor')
  await writer.refresh()
  expect(keys.newest).toBe(2)
  for (const box of [old, encryptBox(keys, Buffer.from('見本'), 'one')]) {
    expect(decryptBox(reader.boxKeys('cursor'), box, 'one').toString()).toBe('見本')
  }
})
