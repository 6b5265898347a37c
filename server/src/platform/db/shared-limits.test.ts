import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { silentLog } from '../log.ts'
import { type Database, openDatabase } from './database.ts'
import { createSharedLimits, deleteEndedUses, type SharedLimits } from './shared-limits.ts'

// The limits of three processes: each has its own pool.
let testDatabase: TestDatabase
let databases: Database[]
let processes: SharedLimits[]
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  databases = [1, 2, 3].map(() => openDatabase(testDatabase.appUrl, silentLog()))
  processes = databases.map(({ db }) => createSharedLimits({ db, log: silentLog() }))
})
afterAll(async () => {
  for (const each of processes) each.close()
  for (const { close } of databases) await close()
  await testDatabase.drop()
})

const takeAll = (name: string, most: number, each: number) =>
  Promise.all(processes.flatMap((limits) => Array.from({ length: each }, () => limits.take(name, most))))

test('of many concurrent callers in several processes, exactly as many as allowed take a place', async () => {
  for (const limit of [1, 2, 5]) {
    const taken = (await takeAll(`limit ${limit}`, limit, 8)).filter((release) => release !== undefined)
    expect(taken).toHaveLength(limit)
  }
})

test('a released place can be taken by another process, and other names are free', async () => {
  const [one, two] = processes
  const release = await one?.take('export', 1)
  expect(await two?.take('export', 1)).toBeUndefined()
  expect(await two?.take('other export', 1)).toBeTypeOf('function')
  await release?.()
  expect(await two?.take('export', 1)).toBeTypeOf('function')
})

test('the places of a process that does not renew them are free after their lease, and its release frees no other', async () => {
  const [one, two, three] = processes
  const release = await one?.take('hung', 1)
  await databases[0]?.db
    .updateTable('limit_use')
    .set({ ends_at: new Date(0) })
    .where('name', '=', 'hung')
    .execute()
  expect(await two?.take('hung', 1)).toBeTypeOf('function')
  await release?.()
  expect(await three?.take('hung', 1)).toBeUndefined()
})

test('a caller waits for a place of another process, but not behind callers of its own process that have all places', async () => {
  const [one, two] = processes
  const release = await one?.take('busy', 1)
  const waiting = two?.take('busy', 1, 10_000)
  expect(await two?.take('busy', 1, 10_000)).toBeUndefined()
  await release?.()
  expect(await waiting).toBeTypeOf('function')
})

test('the uses of all processes add up until they end, and ended ones are deleted', async () => {
  const [one, two] = processes
  const state = async (limits: SharedLimits | undefined, uses: number, duration = 60_000) =>
    (await limits?.state([{ name: 'calls', uses }], duration))?.map((use) => use.uses)
  expect(await state(one, 60)).toEqual([60])
  expect(await state(two, 50)).toEqual([110])
  expect(await state(one, 70), 'replaces what the process stated before').toEqual([120])
  expect(await state(one, 70, 1)).toEqual([120])
  await expect.poll(() => state(two, 50)).toEqual([50])
  await deleteEndedUses(databases[0]!.db)
  const left = databases[0]?.db.selectFrom('limit_use').select('uses').where('name', '=', 'calls')
  expect(await left?.execute()).toEqual([{ uses: 50 }])
})
