import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { silentLog } from '../log.ts'
import { type Database, openDatabase } from './database.ts'
import { createSharedSlots, type SharedSlots } from './shared-slots.ts'

// Each has its own pool, as a process has.
let testDatabase: TestDatabase
let databases: Database[]
let processes: SharedSlots[]
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  databases = [1, 2, 3].map(() => openDatabase(testDatabase.appUrl, silentLog()))
  processes = databases.map(({ db }) => createSharedSlots({ db, log: silentLog() }))
})
afterAll(async () => {
  for (const each of processes) each.close()
  for (const { close } of databases) await close()
  await testDatabase.drop()
})

const takeAll = (name: string, limit: number, each: number) =>
  Promise.all(processes.flatMap((slots) => Array.from({ length: each }, () => slots.take(name, limit))))

test('of many concurrent callers in several processes, exactly as many as allowed take a slot', async () => {
  for (const limit of [1, 2, 5]) {
    const taken = (await takeAll(`limit ${limit}`, limit, 8)).filter((release) => release !== undefined)
    expect(taken).toHaveLength(limit)
  }
})

test('a released slot can be taken by another process, and other names are free', async () => {
  const [one, two] = processes
  const release = await one?.take('export', 1)
  expect(await two?.take('export', 1)).toBeUndefined()
  expect(await two?.take('other export', 1)).toBeTypeOf('function')
  await release?.()
  expect(await two?.take('export', 1)).toBeTypeOf('function')
})

test('the slots of a process that does not renew them are free after their lease, and its release frees no other', async () => {
  const [one, two, three] = processes
  const release = await one?.take('hung', 1)
  await databases[0]?.db
    .updateTable('shared_slot')
    .set({ expires_at: new Date(0) })
    .where('name', '=', 'hung')
    .execute()
  expect(await two?.take('hung', 1)).toBeTypeOf('function')
  await release?.()
  expect(await three?.take('hung', 1)).toBeUndefined()
})
