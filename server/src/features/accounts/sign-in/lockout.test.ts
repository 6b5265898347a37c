import { changePassword } from '@kyc/contract/account.ts'
import { login } from '@kyc/contract/accounts.ts'
import { expect, test } from 'vitest'
import { countAttempt } from '../../../platform/attempts/attempt-repository.ts'
import { anonymousBrowser, startSession } from '../../../testing/app/anonymous-browser.ts'
import { createPasswordAccount, password } from '../../../testing/app/password-account.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, replyOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { accountRule } from './lockout.ts'

// The tests act as the reverse proxy, so that they can send any client address.
const { app } = useStage({}, { env: { TRUST_PROXY: '127.0.0.1' } })
let addresses = 0

function newAddress(): string {
  return `198.51.100.${++addresses}`
}

function signIn(client: TestClient, email: string, secret: string, from: string): Promise<TestReply> {
  return client.call('POST', '/api/auth/login', {
    json: { email, password: secret },
    headers: { 'x-forwarded-for': from },
  })
}

async function fail(email: string, times: number, from = newAddress()): Promise<TestReply> {
  const client = await anonymousBrowser(app)
  let reply = await signIn(client, email, 'wrong-password', from)
  for (let n = 1; n < times; n++) reply = await signIn(client, email, 'wrong-password', from)
  return reply
}

/** A browser that the account has signed in from, without a session. */
async function newDevice(email: string): Promise<TestClient> {
  const client = await anonymousBrowser(app)
  expect((await signIn(client, email, password, newAddress())).status).toBe(200)
  client.cookies.delete('__Host-sid')
  await startSession(client)
  return client
}

/** The number of verified attempts: each failed one is audited, a refused one is not. */
async function verifiedFailures(accountId: string): Promise<number> {
  const rows = await app.sql("SELECT 1 FROM audit_event WHERE rid = $1 AND action = 'login_failed'", [
    accountId,
  ])
  return rows.length
}

/** Lets `minutes` pass for every bucket. */
async function letPass(minutes: number): Promise<void> {
  const back = `make_interval(mins => ${minutes})`
  await app.sql(`UPDATE attempt_bucket SET locked_until = locked_until - ${back},
    failed_at = ARRAY(SELECT t - ${back} FROM unnest(failed_at) t), expires_at = expires_at - ${back}`)
}

test('verifies exactly 5 of 500 concurrent attempts, while the account signs in from a device', async () => {
  const { id, email } = await createPasswordAccount(app)
  const owner = await newDevice(email)
  const client = await anonymousBrowser(app)
  const from = newAddress()
  const attempts = Array.from({ length: 500 }, (_, n) => signIn(client, email, `guess-number-${n}`, from))
  const ownSignIn = signIn(owner, email, password, newAddress())
  const replies = await Promise.all(attempts)
  expect(await verifiedFailures(id)).toBe(5)
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([401]))
  expect(replies.filter((reply) => reply.headers.has('retry-after'))).toHaveLength(495)
  expect((await ownSignIn).status).toBe(200)
})

test('processes that share the database admit exactly 5 attempts together', async () => {
  const { db } = app.services
  let admitted = 0
  for (let left = Number(process.env.LOCKOUT_GUESSES ?? 200); left > 0; left -= 200) {
    const attempts = Array.from({ length: Math.min(left, 200) }, () =>
      countAttempt(db, { bucket: 'account:shared', rule: accountRule }),
    )
    const counted = await Promise.all(attempts)
    admitted += counted.filter((attempt) => 'bucket' in attempt).length
  }
  expect(admitted).toBe(5)
})

test('a locked account gets the reply of a wrong password, with Retry-After, even for the right password', async () => {
  const { email } = await createPasswordAccount(app)
  const wrong = await fail(email, 5)
  const locked = await signIn(await anonymousBrowser(app), email, password, newAddress())
  expect(locked.status).toBe(401)
  expect(locked.json).toEqual(Object.assign({}, wrong.json, { requestId: expect.any(String) }))
  expect(wrong.headers.get('retry-after')).toBeNull()
  const seconds = Number(locked.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(14 * 60)
  expect(seconds).toBeLessThanOrEqual(15 * 60)
})

test('counts and locks an unknown address like a known one', async () => {
  const [known, unknown] = [(await createPasswordAccount(app)).email, 'nobody-here@example.com']
  for (const email of [known, unknown]) {
    expect((await fail(email, 5)).headers.get('retry-after')).toBeNull()
    expect((await fail(email.toUpperCase(), 1)).headers.get('retry-after')).not.toBeNull()
  }
})

test('the lockout ends after 15 minutes', async () => {
  const { email } = await createPasswordAccount(app)
  await fail(email, 5)
  await letPass(14)
  expect((await signIn(await anonymousBrowser(app), email, password, newAddress())).status).toBe(401)
  await letPass(1)
  expect((await signIn(await anonymousBrowser(app), email, password, newAddress())).status).toBe(200)
})

test('each failure counts for 15 minutes', async () => {
  const { email } = await createPasswordAccount(app)
  await fail(email, 1)
  await letPass(10)
  await fail(email, 3)
  await letPass(6)
  // The first failure has expired, the three have not: two more are admitted.
  expect((await fail(email, 2)).headers.get('retry-after')).toBeNull()
  expect((await fail(email, 1)).headers.get('retry-after')).not.toBeNull()
})

test('a right password resets the failures', async () => {
  const { email } = await createPasswordAccount(app)
  await fail(email, 4)
  expect((await signIn(await anonymousBrowser(app), email, password, newAddress())).status).toBe(200)
  expect((await fail(email, 5)).headers.get('retry-after')).toBeNull()
})

test('a device has its own five attempts, for its own account only', async () => {
  const { email } = await createPasswordAccount(app)
  const other = await createPasswordAccount(app)
  const browser = await newDevice(email)
  await fail(other.email, 5)
  expect((await signIn(browser, other.email, password, newAddress())).status).toBe(401)
  for (let n = 0; n < 5; n++) await signIn(browser, email, 'wrong-password', newAddress())
  expect((await signIn(browser, email, password, newAddress())).headers.get('retry-after')).not.toBeNull()
  expect((await signIn(await anonymousBrowser(app), email, password, newAddress())).status).toBe(200)
})

test('a new password invalidates all device cookies but that of the browser in use', async () => {
  const { email } = await createPasswordAccount(app)
  const [thief, owner] = [await newDevice(email), await newDevice(email)]
  owner.csrfToken = replyOf(login, await signIn(owner, email, password, newAddress())).csrfToken
  const newPassword = 'kawaii-inu-2718'
  await owner.send(changePassword, { body: { currentPassword: password, newPassword } })
  owner.cookies.delete('__Host-sid')
  await startSession(owner)
  await fail(email, 5)
  const refused = await signIn(thief, email, newPassword, newAddress())
  expect([refused.status, refused.headers.has('retry-after')]).toEqual([401, true])
  expect((await signIn(owner, email, newPassword, newAddress())).status).toBe(200)
})

test('all devices together have a hundred failures a day; above that they count as unknown browsers', async () => {
  const { id, email } = await createPasswordAccount(app)
  const browsers = []
  for (let n = 0; n < 4; n++) browsers.push(await newDevice(email))
  // 95 failures of further devices.
  await app.sql(
    `INSERT INTO attempt_bucket (bucket, failed_at, expires_at)
     VALUES ($1, array_fill(now(), ARRAY[95]), now() + interval '1 day')`,
    [`device:${id}:known`],
  )
  const [first, second, third, owner] = browsers as [TestClient, TestClient, TestClient, TestClient]
  for (let n = 0; n < 3; n++) await signIn(first, email, 'wrong-password', newAddress())
  for (let n = 0; n < 2; n++) await signIn(second, email, 'wrong-password', newAddress())
  // The third device has no attempts of its own any more: it shares those of all unknown browsers.
  for (let n = 0; n < 5; n++) await signIn(third, email, 'wrong-password', newAddress())
  expect((await signIn(owner, email, password, newAddress())).headers.has('retry-after')).toBe(true)
  await letPass(15)
  expect((await signIn(owner, email, password, newAddress())).status).toBe(200)
})

test('failures of unknown browsers don’t count against the ceiling of devices', async () => {
  const { email } = await createPasswordAccount(app)
  const owner = await newDevice(email)
  for (let n = 0; n < 21; n++) {
    await fail(email, 5)
    await letPass(15)
  }
  await fail(email, 5)
  expect((await signIn(owner, email, password, newAddress())).status).toBe(200)
})

test('ignores an altered or forged device cookie', async () => {
  const { email } = await createPasswordAccount(app)
  const browser = await newDevice(email)
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

test('a browser is a device of several accounts', async () => {
  const [first, second] = [await createPasswordAccount(app), await createPasswordAccount(app)]
  const browser = await newDevice(first.email)
  expect((await signIn(browser, second.email, password, newAddress())).status).toBe(200)
  for (const { email } of [first, second]) await fail(email, 5)
  await startSession(browser)
  const reply = await signIn(browser, first.email, password, newAddress())
  expect(reply.status).toBe(200)
})

test('twenty failures block a network, by prefix for IPv6, except for devices', async () => {
  const owner = await createPasswordAccount(app)
  const browser = await newDevice(owner.email)
  for (const [from, sibling] of [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
  ] as const) {
    const client = await anonymousBrowser(app)
    for (let n = 0; n < 20; n++) await signIn(client, `${from}-${n}@example.com`, 'wrong-password', from)
    const refused = await signIn(await anonymousBrowser(app), owner.email, password, sibling)
    expect(refusalOf(refused)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await signIn(await anonymousBrowser(app), owner.email, password, newAddress())).status).toBe(200)
    await startSession(browser)
    expect((await signIn(browser, owner.email, password, from)).status).toBe(200)
  }
})

test('a blocked network can’t lock accounts', async () => {
  const { email } = await createPasswordAccount(app)
  const from = newAddress()
  const client = await anonymousBrowser(app)
  for (let n = 0; n < 20; n++) await signIn(client, `spray${n}@example.com`, 'wrong-password', from)
  await fail(email, 6, from)
  expect((await signIn(await anonymousBrowser(app), email, password, newAddress())).status).toBe(200)
})

test('concurrent sign-ins with the right password don’t lock each other out', async () => {
  const { email } = await createPasswordAccount(app)
  const from = newAddress()
  const signIns = Array.from({ length: 25 }, async () =>
    signIn(await anonymousBrowser(app), email, password, from),
  )
  for (const each of signIns) expect((await each).status).toBe(200)
  const buckets = await app.sql<{ failed_at: Date[] }>(
    'SELECT failed_at FROM attempt_bucket WHERE bucket = $1',
    [`address:${from}`],
  )
  expect(buckets).toEqual([{ failed_at: [] }])
})
