/** @module-tag long */

import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { login } from '@kyc/contract/accounts.ts'
import { minute } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { databaseGauges } from '../../features/monitoring/database-state.ts'
import { freePort } from '../../platform/process/free-port.ts'
import type { WrapPort } from '../../ports.ts'
import { startMonitoring } from '../../start/start-monitoring.ts'
import { anonymousBrowser, startSession } from '../app/anonymous-browser.ts'
import { type DatabaseRelay, startDatabaseRelay } from '../app/database-relay.ts'
import { registrationForm } from '../app/factories.ts'
import { leftovers } from '../app/leftovers.ts'
import { createPasswordAccount, password } from '../app/password-account.ts'
import { expireLeases } from '../app/stored-faults.ts'
import { createTestApp, type TestAccount, type TestApp } from '../app/test-app.ts'
import { refusalOf, TestClient, type TestReply } from '../app/test-client.ts'
import { TestClock } from '../app/test-clock.ts'
import { createTestDatabase } from '../app/test-database.ts'
import { expectNothingLost } from '../app/uploads.ts'
import { type GoogleDouble, startGoogleDouble } from '../doubles/google-double.ts'

/** During each outage, every call ends in time with a problem that may be repeated, and leaves nothing. */

let relay: DatabaseRelay
let google: GoogleDouble
let app: TestApp
let owner: TestAccount
let monitoring: Awaited<ReturnType<typeof startMonitoring>>
let metricsPort: number
const down: Partial<Record<'mails' | 'store', string>> = {}

/** Milliseconds until a call fails: late enough that a caller may have written all that it streams. */
const failsAfter = 50

/** Ports whose calls fail with a system error while `down` names one. */
const wrap: WrapPort = (name, port) =>
  new Proxy(port, {
    get(target, property, receiver) {
      const method = Reflect.get(target, property, receiver)
      const code = name === 'mails' || name === 'store' ? down[name] : undefined
      if (typeof method !== 'function' || code === undefined) return method
      return async () => {
        await wait(failsAfter)
        throw Object.assign(new Error(`injected ${code}`), { code })
      }
    },
  })

beforeAll(async () => {
  relay = await startDatabaseRelay()
  google = await startGoogleDouble()
  const database = await createTestDatabase()
  relay.pointTo(database.appUrl)
  metricsPort = await freePort()
  app = await createTestApp({
    env: { METRICS_PORT: String(metricsPort) },
    database: { ...database, appUrl: relay.through(database.appUrl) },
    overrides: { identity: google.provider, wrap },
  })
  owner = await app.signedIn('user')
  monitoring = await startMonitoring(app.services)
})
afterEach(async () => {
  expect(await leftovers(app)).toEqual([])
})
afterAll(async () => {
  await monitoring.close()
  await app.close()
  await google.close()
  await relay.close()
})

const unavailable = [503, 'TEMPORARILY_UNAVAILABLE']
const list = () => owner.get('/api/performers')

/** The values of the series of a scrape, which must always succeed. */
async function scrape(): Promise<Map<string, string>> {
  const reply = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  expect(reply.status).toBe(200)
  return new Map(
    [...(await reply.text()).matchAll(/^(\w+(?:\{.*\})?) (\S+)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}

async function register(key: string): Promise<TestReply> {
  const form = await registrationForm({ fields: { lastName: `試験${key}` } })
  return owner.call('POST', '/api/performers', { form, headers: { 'idempotency-key': key } })
}

async function inquire(): Promise<TestReply> {
  const client = await anonymousBrowser(app)
  const body = { name: '問合 花子', email: `${randomUUID()}@example.net`, subject: '件名', message: '本文' }
  return client.post('/api/contact', body)
}

async function timed(call: () => Promise<TestReply>): Promise<{ reply: TestReply; milliseconds: number }> {
  const start = performance.now()
  return { reply: await call(), milliseconds: performance.now() - start }
}

function expectRetryable(
  { reply, milliseconds }: { reply: TestReply; milliseconds: number },
  within: number,
) {
  expect(refusalOf(reply)).toEqual(unavailable)
  expect(reply.headers.get('retry-after')).toMatch(/^[12]$/)
  expect(milliseconds).toBeLessThan(within)
}

/** Makes `statement` of the owner keep a lock while `act` runs. */
async function locked(statement: string, act: () => Promise<void>): Promise<void> {
  await app.sql('BEGIN')
  await app.sql(statement)
  await act().finally(() => app.sql('ROLLBACK'))
}

describe('PostgreSQL', () => {
  test('that is stopped causes a 503 at once, and a repeat after its restart succeeds', async () => {
    relay.cut()
    expectRetryable(await timed(list), 3000)
    expectRetryable(await timed(() => register(randomUUID())), 3000)
    const ready = await app.anonymous().get('/api/health/ready')
    expect([ready.status, ready.json]).toMatchObject([503, { parts: { database: 'failing' } }])
    const metrics = await scrape()
    expect(metrics.get('kyc_database_up')).toBe('0')
    const shared = Object.keys(databaseGauges).filter((name) => name !== 'kyc_database_up')
    expect([...metrics.keys()].filter((name) => shared.includes(name.replace(/\{.*/, '')))).toEqual([])
    expect(metrics.get('kyc_part_up{part="storage"}')).toBe('1')
    relay.restore()
    expect((await list()).status).toBe(200)
  })

  test('that stops in the middle of a transaction rolls it back, and the repeat registers once', async () => {
    const key = randomUUID()
    await locked('LOCK TABLE document_version IN EXCLUSIVE MODE', async () => {
      const registration = register(key)
      const blocked = `SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) WHERE NOT granted AND datname = current_database()`
      await expect.poll(async () => (await app.sql(blocked)).length).toBeGreaterThan(0)
      relay.cut()
      expect(refusalOf(await registration)).toEqual(unavailable)
      relay.restore()
    })
    await expireLeases(app.services.db)
    expect((await register(key)).status).toBe(201)
    const rows = await app.sql('SELECT FROM performer WHERE last_name = $1', [`試験${key}`])
    expect(rows).toHaveLength(1)
    await expectNothingLost(app)
  })

  test('whose host disappears causes a 503 before the caller gives up', async () => {
    expect((await list()).status).toBe(200) // a connection is open
    relay.silence()
    expectRetryable(await timed(list), 20_000)
    relay.restore()
    // Connections of the pool that were silent too end one after another.
    await expect.poll(async () => (await list()).status).toBe(200)
  })

  test('with a lock that is held causes a 503 within its limit', async () => {
    await locked('LOCK TABLE performer IN ACCESS EXCLUSIVE MODE', async () => {
      expectRetryable(await timed(list), 5000)
    })
    expect((await list()).status).toBe(200)
  })

  test('whose statements are slow causes a 503 and not a 500', async () => {
    await app.sql(`CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(20); RETURN NEW; END'`)
    await app.sql('CREATE TRIGGER be_slow BEFORE INSERT ON inquiry FOR EACH ROW EXECUTE FUNCTION be_slow()')
    expectRetryable(await timed(inquire), 12_000)
    await app.sql('DROP TRIGGER be_slow ON inquiry')
    expect((await inquire()).status).toBe(204)
  })

  test('whose connections are all in use causes a 503 within two seconds', async () => {
    const { promise: used, resolve: release } = Promise.withResolvers<void>()
    const { promise: all, resolve: taken } = Promise.withResolvers<void>()
    let free = 16
    const users = Array.from({ length: free }, () =>
      app.services.db.connection().execute(async (connection) => {
        await sql`SELECT 1`.execute(connection)
        if (--free === 0) taken()
        await used
      }),
    )
    await all
    expectRetryable(await timed(list), 4000)
    release()
    await Promise.all(users)
    expect((await list()).status).toBe(200)
  })
})

describe('the store', () => {
  const path = () => `/api/performers/${registered}/documents/idFront`
  let registered: string
  beforeAll(async () => {
    registered = ((await register(randomUUID())).json as { id: string }).id // the reply of the contract
  })

  test.each([
    ['down', 'ECONNREFUSED'],
    ['full', 'ENOSPC'],
    ['read-only', 'EROFS'],
  ])('that is %s causes a 503 for files, while lists work', async (_, code) => {
    const key = randomUUID()
    down.store = code
    expectRetryable(await timed(() => register(key)), 10_000)
    expectRetryable(await timed(() => owner.get(path())), 5000)
    expect((await list()).status).toBe(200)
    delete down.store
    expect((await register(key)).status).toBe(201)
    expect((await owner.get(path())).status).toBe(200)
    await expectNothingLost(app)
  })

  test('whose volume is not mounted causes a 503, and the health check names it', async () => {
    const folder = join(app.dataDir, 'files')
    await rename(folder, `${folder}-away`)
    const ready = await app.anonymous().get('/api/health/ready')
    expect([ready.status, ready.json]).toMatchObject([
      200,
      { status: 'degraded', parts: { storage: 'failing', database: 'ok' } },
    ])
    expect((await scrape()).get('kyc_part_up{part="storage"}')).toBe('0')
    expect((await list()).status).toBe(200)
    expectRetryable(await timed(() => owner.get(path())), 5000)
    await rename(`${folder}-away`, folder)
    expect((await owner.get(path())).status).toBe(200)
  })
})

test('a mail server that is down delays mails and no call', async () => {
  down.mails = 'ECONNREFUSED'
  app.services.mails.startDelivery()
  expect((await inquire()).status).toBe(204)
  const waiting = () => app.sql<{ attempts: number }>("SELECT attempts FROM outbox WHERE queue = 'mail'")
  await expect
    .poll(async () => (await waiting()).some(({ attempts }) => attempts > 0), {
      timeout: 30_000,
      interval: 200,
    })
    .toBe(true)
  delete down.mails
  const deliver = async () => {
    await app.sql('UPDATE outbox SET next_attempt_at = now()')
    return waiting()
  }
  await expect.poll(deliver, { timeout: 30_000, interval: 500 }).toEqual([])
})

test('an identity provider that is down prevents its sign-ins and no others', async () => {
  const idToken = await google.token('someone')
  google.setReachable(false)
  const client = await anonymousBrowser(app)
  expect(refusalOf(await client.post('/api/auth/firebase/session', { idToken }))).toEqual([
    503,
    'PROVIDER_UNAVAILABLE',
  ])
  const { email } = await createPasswordAccount(app)
  await client.send(login, { body: { email, password } })
  google.setReachable(true)
})

test.each([-5, 5])(
  'a clock that is %i minutes wrong leaves sessions, lockouts and leases as they are',
  async (minutes) => {
    const clock = new TestClock(new Date(Date.now() + minutes * minute).toISOString())
    const other = await createTestApp({ overrides: { clock } })
    try {
      const { email } = await createPasswordAccount(other)
      const client = new TestClient(other.url)
      await startSession(client)
      client.csrfToken = (await client.send(login, { body: { email, password } })).csrfToken
      expect((await client.get('/api/auth/me')).status).toBe(200)
      const form = await registrationForm()
      expect((await client.call('POST', '/api/performers', { form })).status).toBe(201)
      const signInElsewhere = async (password: string) =>
        (await anonymousBrowser(other)).post('/api/auth/login', { email, password })
      for (let attempt = 0; attempt < 5; attempt++) {
        expect((await signInElsewhere('wrong-password')).status).toBe(401)
      }
      // The account is locked in unknown browsers, even with the right password.
      expect((await signInElsewhere(password)).status).toBe(401)
      await expectNothingLost(other)
    } finally {
      await other.close()
    }
  },
)
