import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../testing/app/test-database.ts'
import { inTransaction } from '../db/transaction.ts'
import { createLog, silentLog } from '../log.ts'
import { createOutbox, type Outbox } from './outbox.ts'

const database = useDatabase()
const running: Outbox[] = []
let queues = 0

afterEach(async () => {
  for (const outbox of running.splice(0)) await outbox.stop()
})

const newQueue = () => `test${++queues}`

function newOutbox(options: Partial<Parameters<typeof createOutbox>[0]> = {}): Outbox {
  const outbox = createOutbox({
    ...{ db: database.db, log: silentLog(), pollEvery: 500, retries: [0, 0] },
    ...options,
  })
  running.push(outbox)
  return outbox
}

function enqueue(outbox: Outbox, queue: string, data: object): Promise<void> {
  return inTransaction(database.db, (tx) => outbox.enqueue(tx, queue, { data }))
}

async function rowsOf(queue: string): Promise<unknown[]> {
  return await database.db.selectFrom('outbox').selectAll().where('queue', '=', queue).execute()
}

function untilDone(queue: string): Promise<boolean> {
  return until(async () => (await rowsOf(queue)).length === 0)
}

function until(probe: () => Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(probe, { timeout: 20_000, interval: 20 })
}

test('runs a job once on one of several workers, and deletes it', async () => {
  const queue = newQueue()
  const done: unknown[] = []
  for (const outbox of [newOutbox(), newOutbox()]) {
    outbox.work(queue, async ({ data }) => void done.push(data))
  }
  await Promise.all([1, 2, 3, 4, 5].map((n) => enqueue(newOutbox(), queue, { n })))
  await untilDone(queue)
  expect(done).toHaveLength(5)
  expect(new Set(done.map((each) => JSON.stringify(each))).size).toBe(5)
})

test('a rollback removes the job', async () => {
  const queue = newQueue()
  const outbox = newOutbox()
  const act = inTransaction(database.db, async (tx) => {
    await outbox.enqueue(tx, queue, { data: { secret: 'private' } })
    throw new Error('the act fails')
  })
  await expect(act).rejects.toThrow('the act fails')
  expect(await rowsOf(queue)).toEqual([])
})

test('runs a job only after its transaction has committed', async () => {
  const queue = newQueue()
  const outbox = newOutbox()
  let done = 0
  outbox.work(queue, async () => void done++)
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
  outbox.work(queue, async ({ id }) => {
    attempts.push(id)
    if (attempts.length < 3) throw new Error('not yet')
  })
  await enqueue(outbox, queue, {})
  await untilDone(queue)
  expect(attempts).toHaveLength(3)
  expect(new Set(attempts).size).toBe(1)
})

test('a job is a dead letter after the last attempt, and neither log nor row contain the reply of the mail server', async () => {
  const queue = newQueue()
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) })
  const outbox = newOutbox({ log, retries: [0] })
  outbox.work(queue, async () => {
    throw Object.assign(new Error('550 no mailbox someone@example.com'), {
      code: 'EENVELOPE',
      responseCode: 550,
    })
  })
  await enqueue(outbox, queue, {})
  const dead = { next_attempt_at: null, ended_at: expect.any(Date) }
  await vi.waitFor(async () => expect(await rowsOf(queue)).toMatchObject([dead]), { timeout: 20_000 })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, attempt: 1, code: 'EENVELOPE', response: 550 },
    { level: 50, attempt: 2, code: 'EENVELOPE', msg: expect.stringContaining('dead letter') },
  ])
  expect(lines.join()).not.toContain('someone')
  expect(JSON.stringify(await rowsOf(queue))).not.toContain('someone')
})

test('a job whose attempt is cut off by a stop is attempted again after its timeout', {
  tags: 'long',
}, async () => {
  const queue = newQueue()
  const first = newOutbox({ timeout: 2000 })
  const begun = Promise.withResolvers<void>()
  first.work(queue, async () => {
    begun.resolve()
    await new Promise(() => undefined)
  })
  await enqueue(first, queue, { n: 7 })
  await begun.promise
  await first.stop(0)
  const done: unknown[] = []
  newOutbox().work(queue, async ({ data }) => void done.push(data))
  await untilDone(queue)
  expect(done).toEqual([{ n: 7 }])
})

test('a job that hangs fails after its timeout, and another one follows', async () => {
  const queue = newQueue()
  const outbox = newOutbox({ timeout: 200 })
  let attempts = 0
  outbox.work(queue, () => (++attempts === 1 ? new Promise(() => undefined) : Promise.resolve()))
  await enqueue(outbox, queue, {})
  await untilDone(queue)
  expect(attempts).toBe(2)
})

/** Leaves the state of a process that was killed in the attempt with this number. */
async function killIn(attempt: number, queue: string): Promise<void> {
  await sql`UPDATE outbox SET attempts = ${attempt}, next_attempt_at = now() + interval '1 second'
    WHERE queue = ${queue}`.execute(database.db)
}

test('another process takes over the job of a killed process after the timeout', async () => {
  const queue = newQueue()
  await enqueue(newOutbox(), queue, { n: 7 })
  await killIn(1, queue)
  const done: unknown[] = []
  newOutbox().work(queue, async ({ data }) => void done.push(data))
  await untilDone(queue)
  expect(done).toEqual([{ n: 7 }])
})

test('a job that kills each process that attempts it is a dead letter in the end', async () => {
  const queue = newQueue()
  await enqueue(newOutbox(), queue, {})
  await killIn(3, queue)
  let done = 0
  newOutbox().work(queue, async () => void done++)
  const dead = { next_attempt_at: null, ended_at: expect.any(Date) }
  await vi.waitFor(async () => expect(await rowsOf(queue)).toMatchObject([dead]), { timeout: 20_000 })
  expect(done).toBe(0)
})

test('jobs of a queue without a worker wait', async () => {
  const [known, unknown] = [newQueue(), newQueue()]
  const outbox = newOutbox()
  outbox.work(known, async () => undefined)
  await enqueue(outbox, unknown, {})
  await enqueue(outbox, known, {})
  await untilDone(known)
  expect(await rowsOf(unknown)).toMatchObject([{ attempts: 0 }])
})

test('stopping waits for the running job', async () => {
  const queue = newQueue()
  const outbox = newOutbox()
  const begun = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  let ended = false
  outbox.work(queue, async () => {
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
  expect(await rowsOf(queue)).toEqual([])
})
