import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/app/test-database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { createLog, type Log, silentLog } from '../log.ts'
import { createOutbox, type Outbox, poolAdapter, type Queue } from './outbox.ts'

let testDatabase: TestDatabase
let database: Database
const running: Outbox[] = []
let queues = 0

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.appUrl, silentLog())
})
afterEach(async () => {
  for (const outbox of running.splice(0)) await outbox.stop()
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

function newQueue(settings: Partial<Queue> = {}): Queue {
  const standard = {
    retries: 2,
    retryDelay: 0,
    maximumRetryDelay: 0,
    timeout: 60,
    kept: 3600,
  }
  return { name: `test${++queues}`, ...standard, ...settings }
}

function newOutbox(log: Log = silentLog()): Outbox {
  const outbox = createOutbox({ db: database.db, log, pollEvery: 0.5, superviseEvery: 200 })
  running.push(outbox)
  return outbox
}

function enqueue(outbox: Outbox, queue: Queue, data: object): Promise<void> {
  return inTransaction(database.db, (tx) => outbox.enqueue(tx, queue, data))
}

async function rowsOf(queue: string): Promise<number> {
  const counted = sql<{ n: number }>`SELECT count(*) AS n FROM pgboss.job WHERE name = ${queue}`
  return (await counted.execute(database.db)).rows[0]?.n ?? 0
}

function until(probe: () => Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(probe, { timeout: 20_000, interval: 20 })
}

test('a job is done once, by one of several workers, and leaves nothing behind', async () => {
  const queue = newQueue()
  const done: unknown[] = []
  for (const outbox of [newOutbox(), newOutbox()]) {
    await outbox.work(queue, async ({ data }) => void done.push(data))
  }
  await Promise.all([1, 2, 3, 4, 5].map((n) => enqueue(newOutbox(), queue, { n })))
  await until(async () => (await rowsOf(queue.name)) === 0)
  expect(done).toHaveLength(5)
  expect(new Set(done.map((each) => JSON.stringify(each))).size).toBe(5)
})

test('what is rolled back was never enqueued', async () => {
  const queue = newQueue()
  const outbox = newOutbox()
  const act = inTransaction(database.db, async (tx) => {
    await outbox.enqueue(tx, queue, { secret: 'nobody may see this' })
    throw new Error('the act fails')
  })
  await expect(act).rejects.toThrow('the act fails')
  expect(await rowsOf(queue.name)).toBe(0)
})

test('a job is not done before its transaction has committed', async () => {
  const queue = newQueue()
  const outbox = newOutbox()
  let done = 0
  await outbox.work(queue, async () => void done++)
  await inTransaction(database.db, async (tx) => {
    await outbox.enqueue(tx, queue, {})
    // The worker looks at once when another job comes; this one it must not find.
    await enqueue(outbox, queue, {})
    await until(async () => done === 1)
    expect(done).toBe(1)
  })
  await until(async () => done === 2)
})

test('a job that fails comes again under the same id, and is done in the end', async () => {
  const queue = newQueue()
  const outbox = newOutbox()
  const attempts: string[] = []
  await outbox.work(queue, async ({ id }) => {
    attempts.push(id)
    if (attempts.length < 3) throw new Error('not yet')
  })
  await enqueue(outbox, queue, {})
  await until(async () => (await rowsOf(queue.name)) === 0)
  expect(attempts).toHaveLength(3)
  expect(new Set(attempts).size).toBe(1)
})

test('after the last attempt a job is among the dead letters, and the log has no word of its contents', async () => {
  const queue = newQueue({ retries: 1 })
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) })
  const outbox = newOutbox(log)
  await outbox.work(queue, async () => {
    throw Object.assign(new Error('550 no mailbox someone@example.com'), {
      code: 'EENVELOPE',
      responseCode: 550,
    })
  })
  await enqueue(outbox, queue, { to: 'someone@example.com' })
  await until(async () => (await rowsOf(`${queue.name}.dead`)) === 1)
  const told = lines.map((line) => JSON.parse(line))
  expect(told).toMatchObject([
    { level: 40, attempt: 1, code: 'EENVELOPE', response: 550 },
    { level: 50, attempt: 2, code: 'EENVELOPE', msg: expect.stringContaining('put aside') },
  ])
  expect(lines.join()).not.toContain('someone')
  const { rows } = await sql<{
    output: unknown
  }>`SELECT output FROM pgboss.job WHERE name = ${queue.name}`.execute(database.db)
  expect(JSON.stringify(rows)).not.toContain('someone')
})

test('what waits for its next attempt survives a restart', async () => {
  const queue = newQueue()
  const first = newOutbox()
  let failed = 0
  await first.work(queue, async () => {
    failed++
    await first.stop(0) // the process ends in the middle of the attempt
  })
  await enqueue(first, queue, { n: 7 })
  await until(async () => failed === 1)
  const done: unknown[] = []
  await newOutbox().work(queue, async ({ data }) => void done.push(data))
  await until(async () => done.length === 1)
  expect(done).toEqual([{ n: 7 }])
})

test('a job of a process that was killed is given to another when its time is over', async () => {
  const queue = newQueue({ timeout: 1 })
  const lines: string[] = []
  const log = createLog({ logLevel: 'warn' }, { write: (line: string) => void lines.push(line) })
  const first = newOutbox()
  await enqueue(first, queue, { n: 7 })
  // As a worker leaves it that took the job and never came back.
  await sql`UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 hour'
    WHERE name = ${queue.name}`.execute(database.db)
  const done: unknown[] = []
  await newOutbox(log).work(queue, async ({ data }) => void done.push(data))
  await until(async () => done.length === 1)
  expect(done).toEqual([{ n: 7 }])
  expect(lines).toEqual([])
})

test('stopping waits for the job that runs', async () => {
  const queue = newQueue()
  const outbox = newOutbox()
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let ended = false
  await outbox.work(queue, async () => {
    begun.resolve()
    await mayEnd.promise
    ended = true
  })
  await enqueue(outbox, queue, {})
  await begun.promise
  const stopped = outbox.stop(10_000)
  mayEnd.resolve()
  await stopped
  expect(ended).toBe(true)
  expect(await rowsOf(queue.name)).toBe(0)
})

test('a job that is put off waits for its time', async () => {
  const queue = newQueue()
  const outbox = newOutbox()
  const done: unknown[] = []
  await outbox.work(queue, async ({ data }) => void done.push(data))
  const tomorrow = new Date(Date.now() + 86_400_000)
  await inTransaction(database.db, (tx) => outbox.enqueue(tx, queue, { n: 1 }, { notBefore: tomorrow }))
  await enqueue(outbox, queue, { n: 2 })
  await until(async () => done.length === 1)
  expect(done).toEqual([{ n: 2 }])
  expect(await rowsOf(queue.name)).toBe(1)
})

test('a statement that fails within its own transaction leaves the pool as it was', async () => {
  const single = openDatabase(testDatabase.appUrl, silentLog(), { max: 1 })
  try {
    const failing = poolAdapter(single.db).executeSql('BEGIN; SELECT 1 / 0; COMMIT')
    await expect(failing).rejects.toThrow('division by zero')
    expect(await poolAdapter(single.db).executeSql('SELECT 1 AS n')).toEqual({ rows: [{ n: 1 }] })
  } finally {
    await single.close()
  }
})

test('the server’s role works with the rows of the queues and can change nothing else there', async () => {
  for (const statement of [
    sql`CREATE TABLE pgboss.mine (a int)`,
    sql`DROP TABLE pgboss.job_common`,
    sql`ALTER TABLE pgboss.job_common DISABLE TRIGGER ALL`,
    sql`UPDATE pgboss.schedule SET cron = ''`,
    sql`TRUNCATE pgboss.job_common`,
  ]) {
    await expect(statement.execute(database.db)).rejects.toThrow(/permission denied|must be owner/)
  }
})
