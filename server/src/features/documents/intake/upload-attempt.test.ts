import { randomUUID } from 'node:crypto'
import { type AddressInfo, connect, createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { createPerformer } from '@kyc/contract/performers.ts'
import type { FastifyInstance } from 'fastify'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { createApp } from '../../../app.ts'
import { createLog } from '../../../platform/log.ts'
import { createServices, type Services } from '../../../services.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { replyOf, TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { expectNothingLost, isReplay, sendRegistration } from '../../../testing/app/uploads.ts'
import { reconcile, reconcileDaily } from '../reconcile.ts'
import { sweepIntents } from './sweep-intents.ts'

const { app } = useStage()
let user: TestAccount
let key: string
beforeEach(async () => {
  user = await app.signedIn('user')
  key = randomUUID()
})

const register = (client: TestClient) => sendRegistration(client, {}, { 'idempotency-key': key })
const idOf = (reply: TestReply) => replyOf(createPerformer, reply).id
const owned = () => app.sql('SELECT id FROM performer WHERE owner_id = $1', [user.accountId])
const intents = async () =>
  (
    await app.sql<{ state: string }>(
      'SELECT state FROM upload_intent WHERE account_id = $1 ORDER BY created_at',
      [user.accountId],
    )
  ).map((row) => row.state)

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

/** A store whose process is killed after it has deleted some objects. */
function killedAfter(deletes: number) {
  const { store } = app.services
  let left = deletes
  const remove = (objectKey: string) =>
    left-- > 0 ? store.delete(objectKey) : Promise.reject(new Error('killed'))
  return { ...store, delete: remove }
}

/** Ends the leases of the account's uploads. */
const expireLeases = () =>
  Promise.all([
    app.sql(`UPDATE upload_intent SET heartbeat_at = now() - interval '1 minute' WHERE account_id = $1`, [
      user.accountId,
    ]),
    app.sql(`UPDATE idempotency_key SET heartbeat_at = now() - interval '1 minute' WHERE scope = $1`, [
      user.accountId,
    ]),
  ])

describe.each([
  ['after the intent and before the first object', 'before'],
  ['after the objects and before the commit', 'after'],
] as const)('a worker whose lease expires %s', (_, when) => {
  it('is replaced by the retry, and commits nothing when it continues', async () => {
    const { store, reached, open } = gatedStore(when)
    await withServer({ store }, async (slow) => {
      const stuck = register(slow)
      await reached
      await expireLeases()
      const retry = await register(user)
      expect([retry.status, isReplay(retry)]).toEqual([201, false])
      open()
      expect((await stuck).json).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
    })
    expect(await owned()).toHaveLength(1)
    expect(await intents()).toEqual(['aborting', 'committed'])
    await expectNothingLost(app)
    expect(await intents()).toEqual(['aborted', 'committed'])
  })

  it('has its upload swept: nothing is visible, no object is left, and a retry starts over', async () => {
    const { store, reached, open } = gatedStore(when)
    await withServer({ store }, async (slow) => {
      const stuck = register(slow)
      await reached
      expect(await sweepIntents(app.services)).toBe(0)
      await expireLeases()
      expect(await sweepIntents(app.services)).toBe(1)
      expect(await owned()).toEqual([])
      open()
      expect((await stuck).status).toBe(503)
    })
    await expectNothingLost(app)
    expect(await intents()).toEqual(['aborted'])
    expect((await register(user)).status).toBe(201)
  })
})

it('a worker that continues while its objects are being deleted commits nothing', async () => {
  const { store, reached, open } = gatedStore('after')
  await withServer({ store }, async (slow) => {
    const stuck = register(slow)
    await reached
    await expireLeases()
    await expect(sweepIntents({ ...app.services, store: killedAfter(1) })).rejects.toThrow('killed')
    open()
    expect((await stuck).json).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  })
  expect(await owned()).toEqual([])
  await expectNothingLost(app)
  expect(await intents()).toEqual(['aborted'])
})

it('a retry waits for a slow first call on another server and returns its reply', async () => {
  const { store, reached, open } = gatedStore('before')
  await withServer({ store }, async (slow) => {
    const first = register(slow)
    await reached
    const second = register(user)
    open()
    const replies = await Promise.all([first, second])
    expect(replies.map((reply) => reply.status)).toEqual([201, 201])
    expect(idOf(replies[0])).toBe(idOf(replies[1]))
    expect(isReplay(replies[1])).toBe(true)
  })
})

it('a sweep that fails half-way is completed by the next one', async () => {
  const failing = { ...app.services.store, put: () => Promise.reject(new Error('the store is unavailable')) }
  await withServer({ store: failing }, async (client) => {
    expect((await register(client)).json).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  })
  expect(await intents()).toEqual(['aborting'])
  await expect(sweepIntents({ ...app.services, store: killedAfter(2) })).rejects.toThrow('killed')
  expect(await intents()).toEqual(['aborting'])
  await expectNothingLost(app)
  expect(await intents()).toEqual(['aborted'])
  expect((await register(user)).status).toBe(201)
})

/** A proxy to PostgreSQL that cuts the connection at the commit of a registration. */
async function cutAtCommit(forward: boolean) {
  const target = new URL(inject('databaseAppUrl'))
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    let armed = false
    client.on('data', (bytes) => {
      armed ||= bytes.includes('update "idempotency_key" set "status"')
      const cut = armed && /^Q....commit/is.test(bytes.toString('latin1'))
      if (!cut || forward) upstream.write(bytes)
      // With `forward` the commit takes place; its reply never arrives.
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

describe('a connection lost during the commit', () => {
  it.each([
    ['returns the saved reply if the commit took place', true, 201],
    ['returns a retryable problem if it did not', false, 503],
  ])('%s', async (_, forward, status) => {
    const proxy = await cutAtCommit(forward)
    const services = await createServices(app.services.config, app.services.log, proxy.url)
    try {
      await withServer({ db: services.db }, async (client) => {
        const reply = await register(client)
        expect(proxy.cuts).toBe(1)
        expect(reply.status).toBe(status)
      })
      expect(await intents()).toEqual([forward ? 'committed' : 'pending'])
      if (!forward) await expireLeases()
      const retry = await register(user)
      expect([retry.status, isReplay(retry)]).toEqual([201, forward])
      expect(await owned()).toHaveLength(1)
      await expectNothingLost(app)
    } finally {
      await services.close()
      proxy.close()
    }
  })
})

it('reconciliation reports objects without a row and rows without an object', async () => {
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
  const [kept] = await app.sql<{ faults: number }>(
    "SELECT faults FROM installation WHERE name = 'reconciled'",
  )
  expect(kept?.faults).toBe(2)
  await app.sql("UPDATE installation SET at = at - interval '25 hours' WHERE name = 'reconciled'")
  await daily()
  expect(lines).toHaveLength(4)
})

it('a comparison with the store that failed is repeated within the hour', async () => {
  const since = (interval: string) =>
    app.sql("UPDATE installation SET at = at - $1::interval WHERE name = 'reconciled'", [interval])
  const list = () => {
    throw new Error('the store is down')
  }
  await since('25 hours')
  await expect(reconcileDaily({ ...app.services, store: { ...app.services.store, list } })).rejects.toThrow()
  await since('1 hour')
  const lines: string[] = []
  const log = createLog({ logLevel: 'warn' }, { write: (line) => lines.push(line) })
  await reconcileDaily({ ...app.services, clock: { now: () => new Date(Date.now() + 7_200_000) }, log })
  expect(lines).not.toEqual([])
})
