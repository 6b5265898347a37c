import { afterAll, beforeAll, expect, test } from 'vitest'
import { countAttempt } from '../../../platform/attempts/attempt-repository.ts'
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import type { TestClient, TestReply } from '../../../testing/app/test-client.ts'
import { createAccount } from '../create-account.ts'
import { accountRule } from './lockout.ts'

const password = 'kawaii-neko-2718'
let app: TestApp
let accounts = 0
let addresses = 0

beforeAll(async () => {
  // The tests stand in for the reverse proxy, so that they can come from any address.
  app = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
})
afterAll(() => app.close())

async function makeAccount(): Promise<{ id: string; email: string }> {
  const email = `lockout${++accounts}@example.com`
  return createAccount(app.services, { email, name: '試験 花子', role: 'user', password, actor: null })
}

function newAddress(): string {
  return `198.51.100.${++addresses}`
}

async function visitor(): Promise<TestClient> {
  const client = app.anonymous()
  const reply = await client.post('/api/auth/session/init')
  client.csrfToken = (reply.json as { csrfToken: string }).csrfToken
  return client
}

function signIn(client: TestClient, email: string, secret: string, from: string): Promise<TestReply> {
  return client.call('POST', '/api/auth/login', {
    json: { email, password: secret },
    headers: { 'x-forwarded-for': from },
  })
}

async function fail(email: string, times: number, from = newAddress()): Promise<TestReply> {
  const client = await visitor()
  let reply = await signIn(client, email, 'wrong-password', from)
  for (let n = 1; n < times; n++) reply = await signIn(client, email, 'wrong-password', from)
  return reply
}

/** A browser that the account has signed in from. */
async function knownBrowser(email: string): Promise<TestClient> {
  const client = await visitor()
  expect((await signIn(client, email, password, newAddress())).status).toBe(200)
  client.cookies.delete('__Host-sid')
  client.csrfToken = ((await client.post('/api/auth/session/init')).json as { csrfToken: string }).csrfToken
  return client
}

/** Checked passwords leave a failure in the log; refused ones don't. */
async function checkedFailures(accountId: string): Promise<number> {
  const rows = await app.sql("SELECT 1 FROM audit_event WHERE rid = $1 AND action = 'login_failed'", [
    accountId,
  ])
  return rows.length
}

/** Lets `minutes` pass for every counter. */
async function letPass(minutes: number): Promise<void> {
  const back = `make_interval(mins => ${minutes})`
  await app.sql(`UPDATE attempt_bucket SET locked_until = locked_until - ${back},
    failed_at = ARRAY(SELECT t - ${back} FROM unnest(failed_at) t), expires_at = expires_at - ${back}`)
}

test('of 500 guesses at a time exactly 5 are looked at, while the owner signs in from a known browser', async () => {
  const { id, email } = await makeAccount()
  const owner = await knownBrowser(email)
  const client = await visitor()
  const from = newAddress()
  const guesses = Array.from({ length: 500 }, (_, n) => signIn(client, email, `guess-number-${n}`, from))
  const ownSignIn = signIn(owner, email, password, newAddress())
  const replies = await Promise.all(guesses)
  expect(await checkedFailures(id)).toBe(5)
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([401]))
  expect(replies.filter((reply) => reply.headers.has('retry-after'))).toHaveLength(495)
  expect((await ownSignIn).status).toBe(200)
})

test('server processes that share the database let exactly 5 through between them', async () => {
  const { db } = app.services
  const attempts = Array.from({ length: 200 }, () =>
    countAttempt(db, { bucket: 'account:shared', rule: accountRule }),
  )
  const counted = await Promise.all(attempts)
  expect(counted.filter((attempt) => 'bucket' in attempt)).toHaveLength(5)
})

test('a locked account answers like a wrong password, save for Retry-After, even to the right one', async () => {
  const { email } = await makeAccount()
  const wrong = await fail(email, 5)
  const locked = await signIn(await visitor(), email, password, newAddress())
  const requestId = (locked.json as { requestId: string }).requestId
  expect(locked.status).toBe(401)
  expect(locked.json).toEqual({ ...(wrong.json as object), requestId })
  expect(wrong.headers.get('retry-after')).toBeNull()
  const seconds = Number(locked.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(14 * 60)
  expect(seconds).toBeLessThanOrEqual(15 * 60)
})

test('an unknown address is counted and locked like a known one', async () => {
  const [known, unknown] = [(await makeAccount()).email, 'nobody-here@example.com']
  for (const email of [known, unknown]) {
    expect((await fail(email, 5)).headers.get('retry-after')).toBeNull()
    expect((await fail(email.toUpperCase(), 1)).headers.get('retry-after')).not.toBeNull()
  }
})

test('the lock ends after 15 minutes', async () => {
  const { email } = await makeAccount()
  await fail(email, 5)
  await letPass(14)
  expect((await signIn(await visitor(), email, password, newAddress())).status).toBe(401)
  await letPass(1)
  expect((await signIn(await visitor(), email, password, newAddress())).status).toBe(200)
})

test('failures count for 15 minutes each, wherever a window begins', async () => {
  const { email } = await makeAccount()
  await fail(email, 1)
  await letPass(10)
  await fail(email, 3)
  await letPass(6)
  // The first one is too old, the three are not: two more may come.
  expect((await fail(email, 2)).headers.get('retry-after')).toBeNull()
  expect((await fail(email, 1)).headers.get('retry-after')).not.toBeNull()
})

test('a right password forgives the failures before it', async () => {
  const { email } = await makeAccount()
  await fail(email, 4)
  expect((await signIn(await visitor(), email, password, newAddress())).status).toBe(200)
  expect((await fail(email, 5)).headers.get('retry-after')).toBeNull()
})

test('a known browser has five tries of its own, and no other account profits from it', async () => {
  const { email } = await makeAccount()
  const other = await makeAccount()
  const browser = await knownBrowser(email)
  await fail(other.email, 5)
  expect((await signIn(browser, other.email, password, newAddress())).status).toBe(401)
  for (let n = 0; n < 5; n++) await signIn(browser, email, 'wrong-password', newAddress())
  expect((await signIn(browser, email, password, newAddress())).headers.get('retry-after')).not.toBeNull()
  expect((await signIn(await visitor(), email, password, newAddress())).status).toBe(200)
})

test('a new password makes every browser unknown but the one that it was set in', async () => {
  const { email } = await makeAccount()
  const [thief, owner] = [await knownBrowser(email), await knownBrowser(email)]
  const session = await signIn(owner, email, password, newAddress())
  owner.csrfToken = (session.json as { csrfToken: string }).csrfToken
  const newPassword = 'kawaii-inu-2718'
  const changed = await owner.put('/api/account/password', { currentPassword: password, newPassword })
  expect(changed.status).toBe(200)
  owner.cookies.delete('__Host-sid')
  owner.csrfToken = ((await owner.post('/api/auth/session/init')).json as { csrfToken: string }).csrfToken
  await fail(email, 5)
  const tried = await signIn(thief, email, newPassword, newAddress())
  expect([tried.status, tried.headers.has('retry-after')]).toEqual([401, true])
  expect((await signIn(owner, email, newPassword, newAddress())).status).toBe(200)
})

test('known browsers together have a hundred failures a day; above that they count as unknown ones', async () => {
  const { id, email } = await makeAccount()
  const browsers = []
  for (let n = 0; n < 4; n++) browsers.push(await knownBrowser(email))
  // As if the other 95 had failed in further browsers.
  await app.sql(
    `INSERT INTO attempt_bucket (bucket, failed_at, expires_at)
     VALUES ($1, array_fill(now(), ARRAY[95]), now() + interval '1 day')`,
    [`device:${id}:known`],
  )
  const [first, second, third, owner] = browsers as [TestClient, TestClient, TestClient, TestClient]
  for (let n = 0; n < 3; n++) await signIn(first, email, 'wrong-password', newAddress())
  for (let n = 0; n < 2; n++) await signIn(second, email, 'wrong-password', newAddress())
  // The third has five tries of its own no more: it shares those of all unknown browsers.
  for (let n = 0; n < 5; n++) await signIn(third, email, 'wrong-password', newAddress())
  expect((await signIn(owner, email, password, newAddress())).headers.has('retry-after')).toBe(true)
  await letPass(15)
  expect((await signIn(owner, email, password, newAddress())).status).toBe(200)
})

test('strangers do not reach the ceiling of known browsers', async () => {
  const { email } = await makeAccount()
  const owner = await knownBrowser(email)
  for (let n = 0; n < 21; n++) {
    await fail(email, 5)
    await letPass(15)
  }
  await fail(email, 5)
  expect((await signIn(owner, email, password, newAddress())).status).toBe(200)
})

test('a device cookie that was altered or made up is none', async () => {
  const { email } = await makeAccount()
  const browser = await knownBrowser(email)
  const cookie = browser.cookies.get('__Host-dev') ?? ''
  await fail(email, 5)
  for (const forged of [
    `A${cookie.slice(1)}`,
    `${cookie}.${'A'.repeat(24)}`.replace(/\.[^.]+\./, '.'),
    '.',
    'x.y',
  ]) {
    if (forged === cookie) continue
    browser.cookies.set('__Host-dev', forged)
    expect((await signIn(browser, email, password, newAddress())).status).toBe(401)
  }
})

test('people who share a browser are known there side by side', async () => {
  const [first, second] = [await makeAccount(), await makeAccount()]
  const browser = await knownBrowser(first.email)
  expect((await signIn(browser, second.email, password, newAddress())).status).toBe(200)
  for (const { email } of [first, second]) await fail(email, 5)
  browser.csrfToken = ((await browser.post('/api/auth/session/init')).json as { csrfToken: string }).csrfToken
  const reply = await signIn(browser, first.email, password, newAddress())
  expect(reply.status).toBe(200)
})

test('twenty failures close an address, IPv6 by its network, but not to browsers that are known', async () => {
  const owner = await makeAccount()
  const browser = await knownBrowser(owner.email)
  for (const [from, sibling] of [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
  ] as const) {
    const client = await visitor()
    for (let n = 0; n < 20; n++) await signIn(client, `${from}-${n}@example.com`, 'wrong-password', from)
    const closed = await signIn(await visitor(), owner.email, password, sibling)
    expect([closed.status, (closed.json as { code: string }).code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(await visitor(), owner.email, password, newAddress())).status).toBe(200)
    browser.csrfToken = (
      (await browser.post('/api/auth/session/init')).json as { csrfToken: string }
    ).csrfToken
    expect((await signIn(browser, owner.email, password, from)).status).toBe(200)
  }
})

test('an address that is closed can close no accounts', async () => {
  const { email } = await makeAccount()
  const from = newAddress()
  const client = await visitor()
  for (let n = 0; n < 20; n++) await signIn(client, `spray${n}@example.com`, 'wrong-password', from)
  await fail(email, 6, from)
  expect((await signIn(await visitor(), email, password, newAddress())).status).toBe(200)
})

test('people who sign in at the same time with the right password do not lock each other out', async () => {
  const { email } = await makeAccount()
  const from = newAddress()
  const signIns = Array.from({ length: 25 }, async () => signIn(await visitor(), email, password, from))
  for (const each of signIns) expect((await each).status).toBe(200)
  const buckets = await app.sql<{ failed_at: Date[] }>(
    'SELECT failed_at FROM attempt_bucket WHERE bucket = $1',
    [`address:${from}`],
  )
  expect(buckets).toEqual([{ failed_at: [] }])
})
