import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/app/test-database.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { silentLog } from '../../log.ts'
import { CallLimit } from './rate-limit.ts'
import { forgetPastCalls, SharedCalls } from './shared-calls.ts'

const perMinute = 100
const limited = expect.objectContaining({ code: 'RATE_LIMITED' })

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.appUrl, silentLog())
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

function startProcess() {
  const shared = new SharedCalls({ db: database.db, log: silentLog() }, perMinute)
  shared.close() // the test reports
  const limit = new CallLimit(perMinute, shared)
  const call = (account: string) => {
    limit.check(account, '192.0.2.1')
    limit.take(account, '192.0.2.1', account)
  }
  return {
    shared,
    call: (account: string, times: number) => void Array.from({ length: times }, () => call(account)),
  }
}

const counted = async () =>
  (await database.db.selectFrom('call_count').select(['key', 'calls']).orderBy('key').execute()).map(
    ({ key, calls }) => [key, calls],
  )

/** The counts belong to one minute of the database. */
async function earlyInAMinute(): Promise<void> {
  const second = async () => new Date().getSeconds()
  await expect.poll(second, { timeout: 30_000, interval: 200 }).toBeLessThan(58)
}

test('the calls of an account at several processes count together, and those of others do not', async () => {
  await earlyInAMinute()
  const [one, two] = [startProcess(), startProcess()]
  one.call('busy', 60)
  two.call('busy', 60)
  one.call('quiet', 4)
  await one.shared.report()
  await two.shared.report()
  expect(await counted()).toEqual([['busy', 120]])
  expect(() => two.call('busy', 1)).toThrow(limited)
  two.call('quiet', 10)
  one.call('busy', 1)
  await one.shared.report()
  expect(() => one.call('busy', 1)).toThrow(limited)
})

test('a report without the database only leaves the limit of the process', async () => {
  const closed = openDatabase(testDatabase.appUrl, silentLog())
  await closed.close()
  const shared = new SharedCalls({ db: closed.db, log: silentLog() }, perMinute)
  const limit = new CallLimit(perMinute, shared)
  for (let n = 0; n < perMinute; n++) limit.take('session', '192.0.2.1', 'account')
  await shared.report()
  shared.close()
  expect(() => limit.take('session', '192.0.2.1', 'account')).toThrow(limited)
})

test('counts of past minutes count no more and are deleted', async () => {
  const past = new Date(Date.now() - 5 * 60_000)
  await database.db.updateTable('call_count').set({ minute: past, calls: 1000 }).execute()
  const { shared, call } = startProcess()
  call('busy', 20)
  await shared.report()
  call('busy', 1)
  expect(await counted()).toContainEqual(['busy', 20])
  await database.db.updateTable('call_count').set({ minute: past }).execute()
  await forgetPastCalls(database.db)
  expect(await counted()).toEqual([])
})
