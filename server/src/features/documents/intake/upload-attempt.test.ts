import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createApp } from '../../../app.ts'
import { createLog } from '../../../platform/log.ts'
import { createServices, type Services } from '../../../services.ts'
import { registrationForm } from '../../../testing/app/factories.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../testing/app/test-app.ts'
import { TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { reconcile, reconcileDaily } from '../reconcile.ts'
import { sweepIntents } from './sweep-intents.ts'

let app: TestApp
let user: TestPerson
let key: string
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  user = await app.signedIn('user')
  key = randomUUID()
})

async function register(
  client: TestClient,
  fields = {},
  headers: Record<string, string> = { 'idempotency-key': key },
) {
  return client.call('POST', '/api/performers', { form: await registrationForm({ fields }), headers })
}
const idOf = (reply: TestReply) => (reply.json as { id: string }).id
const replayed = (reply: TestReply) => reply.headers.get('idempotent-replayed')
const owned = () => app.sql('SELECT id FROM performer WHERE owner_id = $1', [user.accountId])
const intents = async () =>
  (
    await app.sql<{ state: string }>(
      'SELECT state FROM upload_intent WHERE account_id = $1 ORDER BY created_at',
      [user.accountId],
    )
  ).map((row) => row.state)

/** Both directions of the comparison are clean once the sweeper was there. */
async function expectNothingLost(): Promise<void> {
  await sweepIntents(app.services)
  const later = { now: () => new Date(Date.now() + 7_200_000) }
  expect(await reconcile({ ...app.services, clock: later })).toEqual({ orphans: [], missing: [] })
}

/** A second server on the same database and store, with parts of it replaced. */
async function withServer(
  change: Partial<Services>,
  use: (client: TestClient) => Promise<void>,
): Promise<void> {
  const server: FastifyInstance = createApp({ ...app.services, ...change })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo // a TCP port has one
  const client = new TestClient(`http://127.0.0.1:${port}`)
  for (const [name, value] of user.cookies) client.cookies.set(name, value)
  client.csrfToken = user.csrfToken
  try {
    await use(client)
  } finally {
    await server.close()
  }
}

/** A store whose puts wait at a gate, before or after the object is written. */
function gatedStore(when: 'before' | 'after') {
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const { store } = app.services
  const put = async (objectKey: string, content: Readable) => {
    const done = when === 'after' ? await store.put(objectKey, content) : undefined
    reached.resolve()
    await gate.promise
    return done ?? store.put(objectKey, content)
  }
  return { store: { ...store, put }, reached: reached.promise, open: () => gate.resolve() }
}

const silence = () =>
  Promise.all([
    app.sql(`UPDATE upload_intent SET heartbeat_at = now() - interval '1 minute' WHERE account_id = $1`, [
      user.accountId,
    ]),
    app.sql(`UPDATE idempotency_key SET heartbeat_at = now() - interval '1 minute' WHERE scope = $1`, [
      user.accountId,
    ]),
  ])

describe.each([
  ['after the intent, before the first object', 'before'],
  ['with objects stored, before the commit', 'after'],
] as const)('a worker that falls silent at %s', (_, when) => {
  it('is taken over by the retry, and commits nothing when it wakes up', async () => {
    const { store, reached, open } = gatedStore(when)
    await withServer({ store }, async (slow) => {
      const stuck = register(slow)
      await reached
      await silence()
      const retry = await register(user)
      expect([retry.status, replayed(retry)]).toEqual([201, null])
      open()
      expect((await stuck).json).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    })
    expect(await owned()).toHaveLength(1)
    expect(await intents()).toEqual(['aborting', 'committed'])
    await expectNothingLost()
    expect(await intents()).toEqual(['aborted', 'committed'])
  })

  it('is swept: nothing is visible, no object is left, and a retry starts afresh', async () => {
    const { store, reached, open } = gatedStore(when)
    await withServer({ store }, async (slow) => {
      const stuck = register(slow)
      await reached
      expect(await sweepIntents(app.services)).toBe(0)
      await silence()
      expect(await sweepIntents(app.services)).toBe(1)
      expect(await owned()).toEqual([])
      open()
      expect((await stuck).status).toBe(503)
    })
    await expectNothingLost()
    expect(await intents()).toEqual(['aborted'])
    expect((await register(user)).status).toBe(201)
  })
})

it('waits for a slow first call of another server and gets its answer', async () => {
  const { store, reached, open } = gatedStore('before')
  await withServer({ store }, async (slow) => {
    const first = register(slow)
    await reached
    const second = register(user)
    open()
    const replies = await Promise.all([first, second])
    expect(replies.map((reply) => reply.status)).toEqual([201, 201])
    expect(idOf(replies[0])).toBe(idOf(replies[1]))
    expect(replayed(replies[1])).toBe('true')
  })
})

it('a sweeper that dies half-way is followed by the next', async () => {
  const failing = { ...app.services.store, put: () => Promise.reject(new Error('the store is away')) }
  await withServer({ store: failing }, async (client) => {
    expect((await register(client)).json).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  })
  expect(await intents()).toEqual(['aborting'])
  let deletes = 0
  const { store } = app.services
  const dying = {
    ...store,
    delete: (objectKey: string) =>
      ++deletes > 2 ? Promise.reject(new Error('killed')) : store.delete(objectKey),
  }
  await expect(sweepIntents({ ...app.services, store: dying })).rejects.toThrow('killed')
  expect(await intents()).toEqual(['aborting'])
  await expectNothingLost()
  expect(await intents()).toEqual(['aborted'])
  expect((await register(user)).status).toBe(201)
})

/** PostgreSQL behind a line that is cut at the commit which makes a registration visible. */
async function cutAtCommit(forward: boolean) {
  const target = new URL(inject('databaseAppUrl'))
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let armed = false
    client.on('data', (bytes) => {
      armed ||= bytes.includes('update "idempotency_key" set "status"')
      const cut = armed && /^Q....commit/is.test(bytes.toString('latin1'))
      if (!cut || forward) upstream.write(bytes)
      // The server gets to commit, or not; its answer never arrives.
      if (cut) upstream.once('data', () => client.destroy())
      if (cut && !forward) client.destroy()
      if (cut) state.cuts++
    })
    upstream.on('data', (bytes) => client.destroyed || client.write(bytes))
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(target)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP port has one
  const [row] = await app.sql<{ name: string }>('SELECT current_database() AS name')
  url.pathname = `/${row?.name}`
  const state = { cuts: 0, url: url.href, close: () => server.close() }
  return state
}

describe('a connection lost over the commit', () => {
  it.each([
    ['the commit took place: its answer is found and given', true, 201],
    ['the commit did not: the answer says to try again', false, 503],
  ])('%s', async (_, forward, status) => {
    const line = await cutAtCommit(forward)
    const services = await createServices(app.services.config, app.services.log, line.url)
    try {
      await withServer({ db: services.db }, async (client) => {
        const reply = await register(client)
        expect(line.cuts).toBe(1)
        expect(reply.status).toBe(status)
      })
      expect(await intents()).toEqual([forward ? 'committed' : 'pending'])
      if (!forward) await silence()
      const retry = await register(user)
      expect([retry.status, replayed(retry)]).toEqual([201, forward ? 'true' : null])
      expect(await owned()).toHaveLength(1)
      await expectNothingLost()
    } finally {
      await services.close()
      line.close()
    }
  })
})

it('reconciliation names what has no row and what has no object', async () => {
  const id = idOf(await register(user))
  const [row] = await app.sql<{ id: string; object_key: string }>(
    `SELECT id, object_key FROM document_version WHERE performer_id = $1 AND type = 'selfie'`,
    [id],
  )
  const [smaller] = await app.sql<{ id: string; thumbnail_key: string }>(
    `SELECT id, thumbnail_key FROM document_version WHERE performer_id = $1 AND type = 'idFront'`,
    [id],
  )
  const { store } = app.services
  const stray = 'ab'.repeat(16)
  await store.put(stray, await store.get(row!.object_key))
  await store.delete(row!.object_key)
  await store.delete(smaller!.thumbnail_key)
  expect((await reconcile(app.services)).orphans).toEqual([])
  const later = { now: () => new Date(Date.now() + 7_200_000) }
  expect(await reconcile({ ...app.services, clock: later })).toEqual({
    orphans: [stray],
    missing: expect.arrayContaining([
      { documentId: row!.id, objectKey: row!.object_key },
      { documentId: smaller!.id, objectKey: smaller!.thumbnail_key },
    ]),
  })
  const lines: string[] = []
  const log = createLog({ logLevel: 'warn' }, { write: (line) => lines.push(line) })
  const daily = () => reconcileDaily({ ...app.services, clock: later, log })
  await Promise.all([daily(), daily()])
  expect(lines.filter((line) => line.includes(row!.object_key))).toHaveLength(1)
  expect(lines.filter((line) => line.includes(stray))).toHaveLength(1)
  expect(await store.exists(stray)).toBe(true)
  await app.sql("UPDATE installation SET at = at - interval '25 hours' WHERE name = 'reconciled'")
  await daily()
  expect(lines).toHaveLength(4)
})
