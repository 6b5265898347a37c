import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, enrolTotp } from '../../../testing/app/second-factor.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import type { TestClient, TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { startSession, visitor } from '../../../testing/app/visitor.ts'
import { createAccount } from '../create-account.ts'

const password = 'kawaii-neko-2718'
const clock = new TestClock('2026-03-02T03:04:05Z')
let app: TestApp
let accounts = 0

beforeAll(async () => {
  // The tests stand in for the reverse proxy, so that they can come from any address.
  app = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' }, overrides: { clock } })
})
afterAll(() => app.close())

interface Person {
  readonly id: string
  readonly email: string
  readonly client: TestClient
  readonly recoveryCodes: readonly string[]
  readonly secret: string
}

/** Somebody with an authenticator app; the client is a signed-in browser that D28 does not know. */
async function person(): Promise<Person> {
  const email = `guess${++accounts}@example.com`
  const account = { email, name: '試験 花子', role: 'user', password, actor: null } as const
  const { id } = await createAccount(app.services, account)
  const client = await signIn(app.services, app.url, id)
  const enrolled = await enrolTotp(client, clock)
  client.cookies.delete('__Host-dev')
  return { id, email, client, ...enrolled }
}

function post(client: TestClient, path: string, json: object, n = 0): Promise<TestReply> {
  const headers = { 'x-forwarded-for': `198.51.${100 + (n % 100)}.${accounts}` }
  return client.call('POST', `/api/auth/${path}`, { json, headers })
}

async function halfway({ email }: Person): Promise<TestClient> {
  const client = await visitor(app)
  expect((await post(client, 'login', { email, password })).status).toBe(200)
  return client
}

const give = (client: TestClient, factor: object) => post(client, 'second-factor', factor)
const wrongCode = { method: 'recovery_code', code: 'aaaaa-aaaaa' }

/** What was looked at leaves a failure in the log; what was refused does not. */
async function checked({ id }: Person): Promise<number> {
  const rows = await app.sql("SELECT 1 FROM audit_event WHERE rid = $1 AND action = 'login_failed'", [id])
  return rows.length
}

test('of 500 codes of every kind at a time exactly 5 are looked at', async () => {
  const someone = await person()
  const client = await halfway(someone)
  const kinds = [
    wrongCode,
    { method: 'totp', code: '000000' },
    { method: 'passkey', credential: { id: 'x' } },
  ]
  const guesses = Array.from({ length: 500 }, (_, n) =>
    post(client, 'second-factor', kinds[n % kinds.length] ?? wrongCode, n),
  )
  const replies = await Promise.all(guesses)
  expect(await checked(someone)).toBe(5)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
  expect(replies.filter(({ headers }) => headers.has('retry-after'))).toHaveLength(495)
  const locked = await post(client, 'second-factor', {
    method: 'recovery_code',
    code: someone.recoveryCodes[0],
  })
  expect([locked.status, locked.headers.has('retry-after')]).toEqual([400, true])
  const mails = (await app.mails()).filter(({ to }) => to === someone.email)
  expect(mails.filter(({ subject }) => subject.includes('制限'))).toHaveLength(1)
})

test('wrong passwords and wrong codes count together, and the right password buys no further guesses', async () => {
  const someone = await person()
  const wrong = await visitor(app)
  for (let n = 0; n < 2; n++) await post(wrong, 'login', { email: someone.email, password: 'wrong-password' })
  for (let n = 0; n < 3; n++) {
    expect((await post(await halfway(someone), 'second-factor', wrongCode, n)).status).toBe(400)
  }
  const locked = await post(await visitor(app), 'login', { email: someone.email, password })
  expect([locked.status, locked.headers.has('retry-after')]).toEqual([401, true])
  expect(await checked(someone)).toBe(5)
})

test('codes from unknown browsers have a ceiling over a day; another factor and a known browser pass it', async () => {
  const someone = await person()
  const known = await halfway(someone)
  expect((await give(known, { method: 'recovery_code', code: someone.recoveryCodes[0] })).status).toBe(200)
  await app.sql(
    `INSERT INTO attempt_bucket (bucket, failed_at, expires_at)
     VALUES ($1, array_fill(now() - interval '1 hour', ARRAY[99]), now() + interval '1 day')`,
    [`device:${someone.id}:codes`],
  )
  const guess = { method: 'totp', code: '000000' }
  const stranger = await halfway(someone)
  expect((await give(stranger, guess)).headers.has('retry-after')).toBe(false)
  clock.moveTo(new Date(clock.now().getTime() + 60_000))
  const right = { method: 'totp', code: codeOf(someone.secret, clock) }
  const closed = await give(stranger, right)
  expect([closed.status, Number(closed.headers.get('retry-after')) > 80_000]).toEqual([400, true])
  expect((await give(stranger, { method: 'recovery_code', code: someone.recoveryCodes[1] })).status).toBe(200)
  known.cookies.delete('__Host-sid')
  await startSession(known)
  await post(known, 'login', { email: someone.email, password })
  expect((await give(known, right)).status).toBe(200)
})

test('a whole sign-in forgives the failures before it', async () => {
  const someone = await person()
  for (const code of someone.recoveryCodes.slice(0, 2)) {
    const client = await halfway(someone)
    for (let n = 0; n < 4; n++) await post(client, 'second-factor', wrongCode, n)
    expect((await post(client, 'second-factor', { method: 'recovery_code', code })).status).toBe(200)
  }
})

test('a session in other hands is worth no more guesses than the sign-in form', async () => {
  const someone = await person()
  const { client } = someone
  const guesses = Array.from({ length: 40 }, (_, n) =>
    post(client, 'step-up', n % 2 === 0 ? wrongCode : { method: 'totp', code: '000000' }, n),
  )
  const replies = await Promise.all(guesses)
  expect(await checked(someone)).toBe(5)
  expect(replies.filter(({ headers }) => headers.has('retry-after'))).toHaveLength(35)
  const currentPassword = 'guess-number-41'
  const changed = await client.put('/api/account/password', {
    currentPassword,
    newPassword: 'kawaii-inu-2718',
  })
  expect([changed.status, changed.headers.has('retry-after')]).toEqual([400, true])
  expect(await checked(someone)).toBe(5)
})

test('right ones count as no failure', async () => {
  const { client, recoveryCodes, secret } = await person()
  for (let step = 1; step <= 3; step++) {
    clock.moveTo(new Date(clock.now().getTime() + 30_000))
    const given = [
      { method: 'recovery_code', code: recoveryCodes[step] },
      { method: 'totp', code: codeOf(secret, clock) },
    ]
    for (const each of given) {
      const reply = await post(client, 'step-up', each)
      expect(reply.status).toBe(200)
      client.csrfToken = (reply.json as { csrfToken: string }).csrfToken
    }
  }
})
