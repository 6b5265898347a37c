import { stepUp } from '@kyc/contract/sign-in.ts'
import { expect, test } from 'vitest'
import { anonymousBrowser, startSession } from '../../../testing/app/anonymous-browser.ts'
import { createPasswordAccount, password } from '../../../testing/app/password-account.ts'
import { codeOf, enrolTotp } from '../../../testing/app/second-factor.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { replyOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'

const clock = new TestClock('2026-03-02T03:04:05Z')
// The tests act as the reverse proxy, so that they can send any client address.
const { app } = useStage({}, { env: { TRUST_PROXY: '127.0.0.1' }, overrides: { clock } })
let accounts = 0

interface Account {
  readonly id: string
  readonly email: string
  readonly client: TestClient
  readonly recoveryCodes: readonly string[]
  readonly secret: string
}

/** An account with an authenticator app; `client` is a signed-in browser without a device cookie. */
async function newAccount(): Promise<Account> {
  accounts += 1
  const { id, email } = await createPasswordAccount(app)
  const client = await signIn(app.services, app.url, id)
  const enrolled = await enrolTotp(client, clock)
  client.cookies.delete('__Host-dev')
  return { id, email, client, ...enrolled }
}

function post(client: TestClient, path: string, json: object, n = 0): Promise<TestReply> {
  const headers = { 'x-forwarded-for': `198.51.${100 + (n % 100)}.${accounts}` }
  return client.call('POST', `/api/auth/${path}`, { json, headers })
}

async function halfway({ email }: Account): Promise<TestClient> {
  const client = await anonymousBrowser(app)
  expect((await post(client, 'login', { email, password })).status).toBe(200)
  return client
}

const give = (client: TestClient, factor: object) => post(client, 'second-factor', factor)
const wrongCode = { method: 'recovery_code', code: 'aaaaa-aaaaa' }

/** The number of verified attempts: each failed one is audited, a refused one is not. */
async function verifiedAttempts({ id }: Account): Promise<number> {
  const rows = await app.sql("SELECT 1 FROM audit_event WHERE rid = $1 AND action = 'login_failed'", [id])
  return rows.length
}

test('verifies exactly 5 of 500 concurrent codes of every kind', async () => {
  const account = await newAccount()
  const client = await halfway(account)
  const kinds = [
    wrongCode,
    { method: 'totp', code: '000000' },
    { method: 'passkey', credential: { id: 'x' } },
  ]
  const guesses = Array.from({ length: 500 }, (_, n) =>
    post(client, 'second-factor', kinds[n % kinds.length] ?? wrongCode, n),
  )
  const replies = await Promise.all(guesses)
  expect(await verifiedAttempts(account)).toBe(5)
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
  expect(replies.filter(({ headers }) => headers.has('retry-after'))).toHaveLength(495)
  const locked = await post(client, 'second-factor', {
    method: 'recovery_code',
    code: account.recoveryCodes[0],
  })
  expect([locked.status, locked.headers.has('retry-after')]).toEqual([400, true])
  const mails = (await app.mails()).filter(({ to }) => to === account.email)
  expect(mails.filter(({ subject }) => subject.includes('制限'))).toHaveLength(1)
})

test('wrong passwords and wrong codes count together, and the right password allows no further attempts', async () => {
  const account = await newAccount()
  const wrong = await anonymousBrowser(app)
  for (let n = 0; n < 2; n++) await post(wrong, 'login', { email: account.email, password: 'wrong-password' })
  for (let n = 0; n < 3; n++) {
    expect((await post(await halfway(account), 'second-factor', wrongCode, n)).status).toBe(400)
  }
  const locked = await post(await anonymousBrowser(app), 'login', { email: account.email, password })
  expect([locked.status, locked.headers.has('retry-after')]).toEqual([401, true])
  expect(await verifiedAttempts(account)).toBe(5)
})

test('codes from unknown browsers have a daily ceiling, unlike other factors and devices', async () => {
  const account = await newAccount()
  const device = await halfway(account)
  expect((await give(device, { method: 'recovery_code', code: account.recoveryCodes[0] })).status).toBe(200)
  await app.sql(
    `INSERT INTO attempt_bucket (bucket, failed_at, expires_at)
     VALUES ($1, array_fill(now() - interval '1 hour', ARRAY[99]), now() + interval '1 day')`,
    [`device:${account.id}:codes`],
  )
  const guess = { method: 'totp', code: '000000' }
  const unknown = await halfway(account)
  expect((await give(unknown, guess)).headers.has('retry-after')).toBe(false)
  clock.moveTo(new Date(clock.now().getTime() + 60_000))
  const right = { method: 'totp', code: codeOf(account.secret, clock) }
  const refused = await give(unknown, right)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 80_000]).toEqual([400, true])
  expect((await give(unknown, { method: 'recovery_code', code: account.recoveryCodes[1] })).status).toBe(200)
  device.cookies.delete('__Host-sid')
  await startSession(device)
  await post(device, 'login', { email: account.email, password })
  expect((await give(device, right)).status).toBe(200)
})

test('a completed sign-in resets the failures', async () => {
  const account = await newAccount()
  for (const code of account.recoveryCodes.slice(0, 2)) {
    const client = await halfway(account)
    for (let n = 0; n < 4; n++) await post(client, 'second-factor', wrongCode, n)
    expect((await post(client, 'second-factor', { method: 'recovery_code', code })).status).toBe(200)
  }
})

test('a stolen session allows no more attempts than the sign-in form', async () => {
  const account = await newAccount()
  const { client } = account
  const guesses = Array.from({ length: 40 }, (_, n) =>
    post(client, 'step-up', n % 2 === 0 ? wrongCode : { method: 'totp', code: '000000' }, n),
  )
  const replies = await Promise.all(guesses)
  expect(await verifiedAttempts(account)).toBe(5)
  expect(replies.filter(({ headers }) => headers.has('retry-after'))).toHaveLength(35)
  const currentPassword = 'guess-number-41'
  const changed = await client.put('/api/account/password', {
    currentPassword,
    newPassword: 'kawaii-inu-2718',
  })
  expect([changed.status, changed.headers.has('retry-after')]).toEqual([400, true])
  expect(await verifiedAttempts(account)).toBe(5)
})

test('right codes are not counted as failures', async () => {
  const { client, recoveryCodes, secret } = await newAccount()
  for (let step = 1; step <= 3; step++) {
    clock.moveTo(new Date(clock.now().getTime() + 30_000))
    const given = [
      { method: 'recovery_code', code: recoveryCodes[step] },
      { method: 'totp', code: codeOf(secret, clock) },
    ]
    for (const each of given) {
      client.csrfToken = replyOf(stepUp, await post(client, 'step-up', each)).csrfToken
    }
  }
})
