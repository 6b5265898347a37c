import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeOf, enrolPasskey, enrolTotp } from '../../../testing/app/second-factor.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import type { TestClient, TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { visitor } from '../../../testing/app/visitor.ts'
import { createAccount } from '../create-account.ts'

const password = 'kawaii-neko-2718'
const start = new Date('2026-03-02T03:04:05Z')
const clock = new TestClock(start)
let app: TestApp
let accounts = 0

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock } })
})
beforeEach(() => clock.moveTo(start))
afterAll(() => app.close())

interface Person {
  readonly id: string
  readonly email: string
  /** A session that the person has open. */
  readonly client: TestClient
}

async function person(): Promise<Person> {
  const email = `factor${++accounts}@example.com`
  const account = { email, name: '試験 花子', role: 'user', password, actor: null } as const
  const { id } = await createAccount(app.services, account)
  return { id, email, client: await signIn(app.services, app.url, id) }
}

/** A browser that has given the password. */
async function halfway({ email }: Person): Promise<{ client: TestClient; reply: TestReply }> {
  const client = await visitor(app)
  const reply = await client.post('/api/auth/login', { email, password })
  return { client, reply }
}

function give(client: TestClient, given: object): Promise<TestReply> {
  return client.post('/api/auth/second-factor', given)
}

function refusal(reply: TestReply): unknown[] {
  return [reply.status, (reply.json as { code?: unknown }).code]
}

const me = (client: TestClient) => client.get('/api/auth/me')
const later = (seconds: number) => clock.moveTo(new Date(start.getTime() + seconds * 1000))

test('the password alone opens no session where a second factor is due, and tells which there are', async () => {
  const someone = await person()
  await enrolTotp(someone.client, clock)
  const { client, reply } = await halfway(someone)
  const csrfToken = expect.any(String)
  expect(reply.status).toBe(200)
  expect(reply.json).toEqual({ user: null, csrfToken, secondFactor: ['totp', 'recovery_code'], enrol: false })
  expect([...client.cookies.keys()].sort()).toEqual(['__Host-2fa', '__Host-pre'])
  expect((await me(client)).status).toBe(401)
  const cookie = reply.headers.getSetCookie().find((line) => line.startsWith('__Host-2fa='))
  for (const part of ['Max-Age=600', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
    expect(cookie).toContain(part)
  const stored = await app.sql("SELECT encode(key, 'escape') AS key FROM pending_sign_in")
  expect(JSON.stringify(stored)).not.toContain(client.cookies.get('__Host-2fa'))
})

test('the right code completes the sign-in as a whole one does, and the way of it is in the log', async () => {
  const someone = await person()
  const { secret } = await enrolTotp(someone.client, clock)
  later(60)
  const { client } = await halfway(someone)
  const reply = await give(client, { method: 'totp', code: codeOf(secret, clock) })
  expect(reply.status).toBe(200)
  expect(reply.json).toMatchObject({ user: { id: someone.id }, secondFactor: [], enrol: false })
  expect([...client.cookies.keys()].sort()).toEqual(['__Host-dev', '__Host-sid'])
  expect((await me(client)).json).toMatchObject({ id: someone.id, secondFactorMissing: false })
  client.csrfToken = (reply.json as { csrfToken: string }).csrfToken
  const entries = (await client.get('/api/audit-logs?action=login')).json as { details: object }[]
  expect(entries.map(({ details }) => details)).toEqual([{ method: 'password', secondFactor: 'totp' }])
  expect((await app.sql('SELECT 1 FROM pending_sign_in WHERE account_id = $1', [someone.id])).length).toBe(0)
})

test('a code counts once, and so does every earlier one', async () => {
  const someone = await person()
  const { secret } = await enrolTotp(someone.client, clock)
  const used = codeOf(secret, clock)
  expect(refusal(await give((await halfway(someone)).client, { method: 'totp', code: used }))).toEqual([
    400,
    'SECOND_FACTOR_INVALID',
  ])
  later(30)
  const code = codeOf(secret, clock)
  expect((await give((await halfway(someone)).client, { method: 'totp', code })).status).toBe(200)
  for (const replay of [code, used]) {
    const { client } = await halfway(someone)
    expect((await give(client, { method: 'totp', code: replay })).status).toBe(400)
    expect((await me(client)).status).toBe(401)
  }
})

test('the clock of the app may be off by one step and no more', async () => {
  const someone = await person()
  const { secret } = await enrolTotp(someone.client, clock)
  later(600)
  const { client } = await halfway(someone)
  for (const steps of [-2, 2]) {
    expect((await give(client, { method: 'totp', code: codeOf(secret, clock, steps) })).status).toBe(400)
  }
  const early = ` ${codeOf(secret, clock, -1).replace(/^.../, '$& ')} `
  expect((await give(client, { method: 'totp', code: early })).status).toBe(200)
  const other = (await halfway(someone)).client
  expect((await give(other, { method: 'totp', code: codeOf(secret, clock, 1) })).status).toBe(200)
})

test('of the same code given many times at once one counts', async () => {
  const someone = await person()
  const { recoveryCodes } = await enrolTotp(someone.client, clock)
  const halves = await Promise.all([1, 2, 3].map(() => halfway(someone)))
  const given = { method: 'recovery_code', code: recoveryCodes[0] }
  const replies = await Promise.all(halves.map(({ client }) => give(client, given)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

test('a recovery code counts once however it is typed, its owner hears of it, and only its hash is stored', async () => {
  const someone = await person()
  const { recoveryCodes } = await enrolTotp(someone.client, clock)
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [code = ''] = recoveryCodes
  const typed = ` ${code.toUpperCase().replace('-', '　')} `
  const { client } = await halfway(someone)
  expect((await give(client, { method: 'recovery_code', code: typed })).status).toBe(200)
  expect((await client.get('/api/account/security')).json).toMatchObject({ recoveryCodes: 9 })
  const mails = (await app.mails()).filter(({ to }) => to === someone.email)
  expect(mails.map(({ subject }) => subject).join()).toContain('リカバリーコードでログイン')
  const again = await give((await halfway(someone)).client, { method: 'recovery_code', code })
  expect(refusal(again)).toEqual([400, 'SECOND_FACTOR_INVALID'])
  const stored = JSON.stringify([
    await app.sql("SELECT encode(hash, 'escape') FROM recovery_code"),
    await app.sql("SELECT encode(secret_enc, 'escape') FROM totp"),
  ])
  for (const each of recoveryCodes) expect(stored).not.toContain(each)
})

test('a passkey completes the sign-in, once for each challenge and only with its own site', async () => {
  const someone = await person()
  const { key } = await enrolPasskey(app, someone.client)
  const { client, reply } = await halfway(someone)
  expect(reply.json).toMatchObject({ secondFactor: ['passkey', 'recovery_code'] })
  const ask = async () => (await client.post('/api/auth/second-factor/passkey-options')).json
  const options = await ask()
  expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ transports: ['internal'] }] })
  const elsewhere = key.get(options, 'https://kyc.example.com')
  expect((await give(client, { method: 'passkey', credential: elsewhere })).status).toBe(400)
  // The challenge went with the wrong answer.
  expect((await give(client, { method: 'passkey', credential: key.get(options) })).status).toBe(400)
  const credential = key.get(await ask())
  expect((await give(client, { method: 'passkey', credential })).status).toBe(200)
  expect((await client.get('/api/account/security')).json).toMatchObject({
    passkeys: [{ name: '鍵', lastUsedAt: expect.any(String) }],
  })
})

test('nobody else’s passkey, no copy with an older counter, and nothing malformed completes a sign-in', async () => {
  const someone = await person()
  const other = await person()
  const { key } = await enrolPasskey(app, someone.client)
  const { key: foreign } = await enrolPasskey(app, other.client)
  const { client } = await halfway(someone)
  const ask = async () => (await client.post('/api/auth/second-factor/passkey-options')).json
  const forged = { ...foreign.get(await ask()), id: key.id.toString('base64url') }
  for (const credential of [foreign.get(await ask()), { ...forged, rawId: forged.id }, {}]) {
    await ask()
    expect(refusal(await give(client, { method: 'passkey', credential }))).toEqual([
      400,
      'SECOND_FACTOR_INVALID',
    ])
  }
  await app.sql('UPDATE passkey SET counter = 1000 WHERE account_id = $1', [someone.id])
  const cloned = key.get(await ask())
  expect((await give(client, { method: 'passkey', credential: cloned })).status).toBe(400)
})

test('a sign-in under way ends after ten minutes, with a new password, and when the account is disabled', async () => {
  const someone = await person()
  const { recoveryCodes } = await enrolTotp(someone.client, clock)
  const given = (n: number) => ({ method: 'recovery_code', code: recoveryCodes[n] })
  const late = (await halfway(someone)).client
  await app.sql("UPDATE pending_sign_in SET expires_at = expires_at - interval '10 minutes'")
  expect(refusal(await give(late, given(0)))).toEqual([400, 'SECOND_FACTOR_EXPIRED'])
  const changed = (await halfway(someone)).client
  const newPassword = 'kawaii-inu-2718'
  const reply = await someone.client.put('/api/account/password', { currentPassword: password, newPassword })
  expect(reply.status).toBe(200)
  expect(refusal(await give(changed, given(1)))).toEqual([400, 'SECOND_FACTOR_EXPIRED'])
  const disabled = await visitor(app)
  await disabled.post('/api/auth/login', { email: someone.email, password: newPassword })
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [someone.id])
  expect(refusal(await give(disabled, given(2)))).toEqual([400, 'SECOND_FACTOR_EXPIRED'])
  expect(refusal(await give(await visitor(app), given(3)))).toEqual([400, 'SECOND_FACTOR_EXPIRED'])
})

test('signing in as somebody else keeps the session until the second factor is right', async () => {
  const [first, second] = [await person(), await person()]
  const { recoveryCodes } = await enrolTotp(second.client, clock)
  const { client } = first
  const reply = await client.post('/api/auth/login', { email: second.email, password })
  client.csrfToken = (reply.json as { csrfToken: string }).csrfToken
  expect((await me(client)).json).toMatchObject({ id: first.id })
  const before = new Map(client.cookies)
  expect((await give(client, { method: 'recovery_code', code: recoveryCodes[0] })).status).toBe(200)
  expect((await me(client)).json).toMatchObject({ id: second.id })
  const old = app.anonymous()
  for (const [name, value] of before) old.cookies.set(name, value)
  expect((await me(old)).status).toBe(401)
})

test('a damaged secret of an app is named, locks no account, and leaves the other ways open', async () => {
  const someone = await person()
  const { secret, recoveryCodes } = await enrolTotp(someone.client, clock)
  await app.sql(
    'UPDATE totp SET secret_enc = set_byte(secret_enc, 30, get_byte(secret_enc, 30) # 1) WHERE account_id = $1',
    [someone.id],
  )
  later(30)
  const { client } = await halfway(someone)
  await app.sql('DELETE FROM attempt_bucket') // what the other tests have used up of the address
  for (let attempt = 0; attempt < 6; attempt++) {
    const reply = await give(client, { method: 'totp', code: codeOf(secret, clock) })
    expect(refusal(reply)).toEqual([500, 'FACTOR_UNREADABLE'])
  }
  const { json } = await app.anonymous().get('/api/health/ready')
  expect(json).toMatchObject({ status: 'ready', unreadable: { secrets: 1 } })
  expect((await give(client, { method: 'recovery_code', code: recoveryCodes[0] })).status).toBe(200)
})
