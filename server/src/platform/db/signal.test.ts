import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { silentLog } from '../log.ts'
import { type Database, openDatabase } from './database.ts'
import { createSignal, type Signal } from './signal.ts'

let testDatabase: TestDatabase
let database: Database
let sender: Signal
let listener: Signal
let heard = 0
let unlisten: () => Promise<void>

beforeEach(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.appUrl, silentLog())
  const options = { db: database.db, databaseUrl: testDatabase.appUrl, log: silentLog(), channel: 'test' }
  sender = createSignal(options)
  listener = createSignal(options)
  heard = 0
  unlisten = listener.listen(() => {
    heard += 1
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

test('whoever listens is woken, and the last of many calls is never lost', async () => {
  for (let n = 0; n < 500; n++) sender.send()
  await expect.poll(() => heard, patience).toBe(2)
  sender.send()
  await expect.poll(() => heard, patience).toBe(3)
})

test('a connection that is cut is made anew', async () => {
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN %'`.execute(database.db)
  await expect
    .poll(() => {
      sender.send()
      return heard
    }, patience)
    .toBeGreaterThan(0)
})

test('who listens no more holds no connection', async () => {
  await unlisten()
  await expect.poll(listeners, patience).toBe(0)
})

test('a database that is away keeps neither sender nor listener from stopping', async () => {
  const lost = createSignal({
    db: database.db,
    databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing',
    log: silentLog(),
    channel: 'test',
  })
  const stopListening = lost.listen(() => undefined)
  await stopListening()
  await lost.stop()
})

test('after the end nothing is sent', async () => {
  await sender.stop()
  sender.send()
  const other = createSignal({
    db: database.db,
    databaseUrl: testDatabase.appUrl,
    log: silentLog(),
    channel: 'test',
  })
  other.send()
  await expect.poll(() => heard, patience).toBe(1)
  await other.stop()
})

async function listeners(): Promise<number> {
  const { rows } = await sql`SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN %' AND pid <> pg_backend_pid()`.execute(
    database.db,
  )
  return rows.length
}
