import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startDatabaseRelay } from '../../testing/app/database-relay.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { silentLog } from '../log.ts'
import { type Database, openDatabase } from './database.ts'
import { createSignal, type Signal } from './signal.ts'

let testDatabase: TestDatabase
let database: Database
let sender: Signal
let listener: Signal
let received = 0
let unlisten: () => Promise<void>

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.appUrl, silentLog())
  const options = { db: database.db, databaseUrl: testDatabase.appUrl, log: silentLog(), channel: 'test' }
  sender = createSignal(options)
  listener = createSignal(options)
  received = 0
  unlisten = listener.listen(() => {
    received += 1
  })
  await expect.poll(listeners, patience).toBe(1)
})

afterEach(async () => {
  await unlisten()
  await sender.stop()
  await listener.stop()
  await database.close()
  await testDatabase.drop()
})

const patience = { timeout: 30_000, interval: 20 }

test('notifies listeners, and never drops the last of many calls', async () => {
  for (let n = 0; n < 500; n++) sender.send()
  await expect.poll(() => received, patience).toBe(2)
  sender.send()
  await expect.poll(() => received, patience).toBe(3)
})

test('reconnects after its connection is terminated', { tags: 'long' }, async () => {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN %'`.execute(database.db)
  await expect
    .poll(() => {
      sender.send()
      return received
    }, patience)
    .toBeGreaterThan(0)
})

test('closes the connection when listening stops', async () => {
  await unlisten()
  await expect.poll(listeners, patience).toBe(0)
})

test('sender and listener can stop while the database is unavailable', async () => {
  const disconnected = createSignal({
    db: database.db,
    databaseUrl: 'postgres://app@127.0.0.1:1/missing',
    log: silentLog(),
    channel: 'test',
  })
  const stopListening = disconnected.listen(() => undefined)
  await stopListening()
  await disconnected.stop()
})

test('sends nothing after stop', async () => {
  await sender.stop()
  sender.send()
  const other = createSignal({
    db: database.db,
    databaseUrl: testDatabase.appUrl,
    log: silentLog(),
    channel: 'test',
  })
  other.send()
  await expect.poll(() => received, patience).toBe(1)
  await other.stop()
})

async function listeners(): Promise<number> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN %' AND pid <> pg_backend_pid()`.execute(
    database.db,
  )
  return rows.length
}

test('stops soon although the host of the database has disappeared', async () => {
  const relay = await startDatabaseRelay()
  relay.pointTo(testDatabase.appUrl)
  const databaseUrl = relay.through(testDatabase.appUrl)
  const distant = createSignal({ db: database.db, databaseUrl, log: silentLog(), channel: 'test' })
  const opened = distant.listen(() => undefined)
  await expect.poll(listeners, patience).toBe(2)
  relay.silence()
  const opening = distant.listen(() => undefined)
  const start = performance.now()
  await Promise.all([opened(), opening()])
  expect(performance.now() - start).toBeLessThan(2000)
  await relay.close()
})
