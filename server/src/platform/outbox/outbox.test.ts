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
  return {
    name: `test${++queues}`,
    retries: 2,
    retryDelay: 0,
    maximumRetryDelay: 0,
    timeout: 60,
    kept: 3600,
    ...settings,
  }
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
  const count = sql<{ n: number }>`SELECT count(*) AS n FROM pgboss.job WHERE name = ${queue}`
  return (await count.execute(database.db)).rows[0]?.n ?? 0
}

function until(probe: () => Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(probe, { timeout: 20_000, interval: 20 })
}

test('runs a job once on one of several workers, and deletes it', async () => {
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

test('a rollback removes the job', async () => {
  const queue = newQueue()
  const outbox = newOutbox()
  const act = inTransaction(database.db, async (tx) => {
    await outbox.enqueue(tx, queue, { secret: 'private' })
    throw new Error('the act fails')
  })
  await expect(act).rejects.toThrow('the act fails')
  expect(await rowsOf(queue.name)).toBe(0)
})

test('runs a job only after its transaction has committed', async () => {
  const queue = newQueue()
  const outbox = newOutbox()
  let done = 0
  await outbox.work(queue, async () => void done++)
  await inTransaction(database.db, async (tx) => {
    await outbox.enqueue(tx, queue, {})
    // The second job makes the worker poll at once; it must not see the first job.
    await enqueue(outbox, queue, {})
    await until(async () => done === 1)
    expect(done).toBe(1)
  })
  await until(async () => done === 2)
})

test('retries a failed job under the same id until it succeeds', async () => {
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

test('moves a job to the dead letters after the last attempt, and logs none of its contents', async () => {
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
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, attempt: 1, code: 'EENVELOPE', response: 550 },
    { level: 50, attempt: 2, code: 'EENVELOPE', msg: expect.stringContaining('dead letters') },
  ])
  expect(lines.join()).not.toContain('someone')
  const { rows } = await sql<{
    output: unknown
  }>`SELECT output FROM pgboss.job WHERE name = ${queue.name}`.execute(database.db)
  expect(JSON.stringify(rows)).not.toContain('someone')
})

test('a job that awaits its next attempt survives a restart', async () => {
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

test('another process takes over the job of a killed process after the timeout', async () => {
  const queue = newQueue({ timeout: 1 })
  const lines: string[] = []
  const log = createLog({ logLevel: 'warn' }, { write: (line: string) => void lines.push(line) })
  const first = newOutbox()
  await enqueue(first, queue, { n: 7 })
  // The state that a killed worker leaves behind.
  await sql`UPDATE pgboss.job SET state = 'active', started_on = now() - interval '1 hour'
    WHERE name = ${queue.name}`.execute(database.db)
  const done: unknown[] = []
  await newOutbox(log).work(queue, async ({ data }) => void done.push(data))
  await until(async () => done.length === 1)
  expect(done).toEqual([{ n: 7 }])
  expect(lines).toEqual([])
})

test('stopping waits for the running job', async () => {
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

test('a statement that fails in its own transaction leaves its connection usable', async () => {
  const single = openDatabase(testDatabase.appUrl, silentLog(), { max: 1 })
  try {
    const failing = poolAdapter(single.db).executeSql('BEGIN; SELECT 1 / 0; COMMIT')
    await expect(failing).rejects.toThrow('division by zero')
    expect(await poolAdapter(single.db).executeSql('SELECT 1 AS n')).toEqual({ rows: [{ n: 1 }] })
  } finally {
    await single.close()
  }
})

test('the server’s role can change only the rows of the queues', async () => {
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
