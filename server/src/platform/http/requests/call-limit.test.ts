import { expect, test } from 'vitest'
import { useDatabase } from '../../../testing/app/test-database.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { createSharedLimits } from '../../db/shared-limits.ts'
import { silentLog } from '../../log.ts'
import { CallLimit } from './rate-limit.ts'

const perMinute = 100
const limited = expect.objectContaining({ code: 'RATE_LIMITED' })

const database = useDatabase()

function startProcess({ db }: Pick<Database, 'db'> = database) {
  const shared = createSharedLimits({ db, log: silentLog() })
  const limit = new CallLimit(perMinute, shared, silentLog())
  const call = (account: string) => {
    limit.check(account, '192.0.2.1')
    limit.take(account, '192.0.2.1', account)
  }
  return {
    report: () => limit.report(),
    call: (account: string, times: number) => void Array.from({ length: times }, () => call(account)),
  }
}

test('the calls of an account at several processes count together, and those of others do not', async () => {
  const [one, two] = [startProcess(), startProcess()]
  one.call('busy', 60)
  two.call('busy', 60)
  one.call('quiet', 4)
  await one.report()
  await two.report()
  expect(() => two.call('busy', 1)).toThrow(limited)
  two.call('quiet', 10)
  one.call('busy', 1)
  await one.report()
  expect(() => one.call('busy', 1)).toThrow(limited)
  one.call('quiet', 1)
})

test('busy accounts are reported to the other processes within a second, accounts with few calls are not', async () => {
  const { call } = startProcess()
  call('reported', 10)
  call('unreported', 4)
  const names = async () =>
    (await database.db.selectFrom('limit_use').select('name').execute()).map(({ name }) => name)
  await expect.poll(names).toContain('reported')
  expect(await names()).not.toContain('unreported')
})

test('the limit of a process remains in force without the database', async () => {
  const closed = openDatabase(database.appUrl, silentLog())
  await closed.close()
  const { call, report } = startProcess(closed)
  call('account', perMinute)
  await report()
  expect(() => call('account', 1)).toThrow(limited)
})
