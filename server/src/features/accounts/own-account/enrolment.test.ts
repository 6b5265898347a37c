import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, enrolPasskey, enrolTotp } from '../../../testing/app/second-factor.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import type { TestClient, TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { visitor } from '../../../testing/app/visitor.ts'
import { SoftwareAuthenticator } from '../../../testing/doubles/software-authenticator.ts'
import { createAccount } from '../create-account.ts'

const password = 'kawaii-neko-2718'
const clock = new TestClock('2026-03-02T03:04:05Z')
let app: TestApp
let accounts = 0

beforeAll(async () => {
  app = await createTestApp({ env: { ADMIN_MFA: 'required' }, overrides: { clock } })
})
afterAll(() => app.close())

async function makeAccount(role: 'user' | 'admin'): Promise<{ id: string; email: string }> {
  const email = `enrol${++accounts}@example.com`
  return createAccount(app.services, { email, name: '試験 花子', role, password, actor: null })
}

/** Signs in by password, as far as that goes. */
async function browserOf({ email }: { email: string }): Promise<{ client: TestClient; reply: TestReply }> {
  const client = await visitor(app)
  const reply = await client.post('/api/auth/login', { email, password })
  expect(reply.status).toBe(200)
  client.csrfToken = (reply.json as { csrfToken: string }).csrfToken
  return { client, reply }
}

async function age(client: TestClient): Promise<void> {
  const { id } = (await client.get('/api/auth/me')).json as { id: string }
  await app.sql(
    `UPDATE session SET authenticated_at = authenticated_at - interval '5 minutes', stepped_up_at = NULL
     WHERE account_id = $1`,
    [id],
  )
}

async function stepUp(client: TestClient, given: object): Promise<TestReply> {
  const reply = await client.post('/api/auth/step-up', given)
  if (reply.status === 200) client.csrfToken = (reply.json as { csrfToken: string }).csrfToken
  return reply
}

const code = (reply: TestReply) => (reply.json as { code?: unknown }).code
const me = async (client: TestClient) => (await client.get('/api/auth/me')).status

test('an admin without a second factor can only set one up, and then everything', async () => {
  const account = await makeAccount('admin')
  const { client, reply } = await browserOf(account)
  expect(reply.json).toMatchObject({ user: { secondFactorMissing: true }, secondFactor: [], enrol: true })
  expect((await client.get('/api/auth/me')).json).toMatchObject({ secondFactorMissing: true })
  expect(code(await client.get('/api/performers'))).toBe('SECOND_FACTOR_ENROL')
  const before = client.cookies.get('__Host-sid')
  const { recoveryCodes } = await enrolTotp(client, clock)
  expect(recoveryCodes).toHaveLength(10)
  expect(client.cookies.get('__Host-sid')).not.toBe(before)
  expect((await client.get('/api/auth/me')).json).toMatchObject({ secondFactorMissing: false })
  expect((await client.get('/api/performers')).status).toBe(200)
  expect((await browserOf(account)).reply.json).toMatchObject({ user: null, enrol: false })
})

test('a user needs none', async () => {
  const { reply } = await browserOf(await makeAccount('user'))
  expect(reply.json).toMatchObject({ user: { secondFactorMissing: false }, enrol: false })
})

test('whoever sets one up first shuts out the others who know the password', async () => {
  const account = await makeAccount('admin')
  const [owner, thief] = [(await browserOf(account)).client, (await browserOf(account)).client]
  const started = (await thief.post('/api/account/totp')).json as { secret: string }
  await enrolPasskey(app, owner)
  const late = await thief.post('/api/account/totp/confirm', { code: codeOf(started.secret, clock) })
  expect(late.status).toBe(401)
  expect((await owner.get('/api/account/security')).json).toMatchObject({ totp: false })
})

test('of factors that two such sessions add at the same time one counts', async () => {
  const account = await makeAccount('admin')
  const clients = [(await browserOf(account)).client, (await browserOf(account)).client]
  const credentials: Record<string, unknown>[] = []
  for (const client of clients) {
    const options = (await client.post('/api/account/passkeys/options')).json
    credentials.push(new SoftwareAuthenticator(app.services.config.publicUrl).create(options))
  }
  const replies = await Promise.all(
    clients.map((client, n) =>
      client.post('/api/account/passkeys', { name: '鍵', credential: credentials[n] }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('the first factor ends all other sessions and brings recovery codes, a further one does neither', async () => {
  const account = await makeAccount('user')
  const { client } = await browserOf(account)
  const old = await signIn(app.services, app.url, account.id)
  const { recoveryCodes } = await enrolPasskey(app, client)
  expect([recoveryCodes.length, await me(old)]).toEqual([10, 401])
  const next = await signIn(app.services, app.url, account.id)
  expect([(await enrolTotp(client, clock)).recoveryCodes, await me(next)]).toEqual([[], 200])
  expect((await client.get('/api/account/security')).json).toMatchObject({
    ...{ hasPassword: true, totp: true, recoveryCodes: 10, secondFactorRequired: false },
    passkeys: [{ name: '鍵' }],
  })
  const subjects = (await app.mails()).filter(({ to }) => to === account.email).map(({ subject }) => subject)
  expect(subjects.join()).toMatch(/パスキーが追加.*認証アプリが追加/)
})

test('a wrong code confirms nothing, and a second app is refused', async () => {
  const { client } = await browserOf(await makeAccount('user'))
  expect(code(await client.post('/api/account/totp/confirm', { code: '000000' }))).toBe('CONFLICT')
  const { secret, uri } = (await client.post('/api/account/totp')).json as { secret: string; uri: string }
  expect(decodeURIComponent(uri)).toMatch(/^otpauth:\/\/totp\/本人確認管理システム:enrol\d+@example\.com\?/)
  const wrong = await client.post('/api/account/totp/confirm', { code: codeOf(secret, clock, 5) })
  expect(code(wrong)).toBe('SECOND_FACTOR_INVALID')
  expect((await client.get('/api/account/security')).json).toMatchObject({ totp: false })
  await enrolTotp(client, clock)
  expect(code(await client.post('/api/account/totp'))).toBe('CONFLICT')
})

test('a waiting app can’t be guessed, and trying locks nobody out', async () => {
  const account = await makeAccount('user')
  const { client } = await browserOf(account)
  const { secret } = (await client.post('/api/account/totp')).json as { secret: string }
  const confirm = (steps: number) =>
    client.post('/api/account/totp/confirm', { code: codeOf(secret, clock, steps) })
  const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => confirm(n + 5)))
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(5)
  expect((await confirm(0)).status).toBe(429)
  await browserOf(account)
  await app.sql(
    "UPDATE attempt_bucket SET locked_until = now() - interval '1 second' WHERE bucket LIKE 'enrol:%'",
  )
  expect((await confirm(0)).status).toBe(200)
})

test('a passkey is added only in answer to a challenge to add one, and only once', async () => {
  const { client } = await browserOf(await makeAccount('user'))
  const { key } = await enrolPasskey(app, client)
  const add = (credential: unknown) => client.post('/api/account/passkeys', { name: '鍵', credential })
  const other = new SoftwareAuthenticator(app.services.config.publicUrl)
  await age(client)
  // The challenge of a fresh sign-in is to be had without one: it must not add a key.
  const asked = (await client.post('/api/account/step-up/passkey-options')).json
  expect(code(await add(other.create(asked)))).toBe('SECOND_FACTOR_INVALID')
  expect(code(await client.post('/api/account/passkeys/options'))).toBe('STEP_UP_REQUIRED')
  const fresh = key.get((await client.post('/api/account/step-up/passkey-options')).json)
  await stepUp(client, { method: 'passkey', credential: fresh })
  const options = async () => (await client.post('/api/account/passkeys/options')).json
  expect(await options()).toMatchObject({ excludeCredentials: [{ id: key.id.toString('base64url') }] })
  expect(code(await add(key.create(await options())))).toBe('CONFLICT')
  expect(code(await add(other.create(await options(), 'https://kyc.example.com')))).toBe(
    'SECOND_FACTOR_INVALID',
  )
  const late = other.create(await options())
  await app.sql("UPDATE session SET challenge_until = now() - interval '1 second'")
  expect(code(await add(late))).toBe('SECOND_FACTOR_INVALID')
})

test('a fresh sign-in by code, passkey or recovery code opens what asks for one, under a new id', async () => {
  const account = await makeAccount('user')
  const { client } = await browserOf(account)
  const { key, recoveryCodes } = await enrolPasskey(app, client)
  const { secret } = await enrolTotp(client, clock)
  const recovery = { method: 'recovery_code', code: recoveryCodes[0] }
  const passkey = async () => key.get((await client.post('/api/account/step-up/passkey-options')).json)
  clock.moveTo(new Date(clock.now().getTime() + 60_000))
  const ways = [
    async () => recovery,
    async () => ({ method: 'totp', code: codeOf(secret, clock) }),
    async () => ({ method: 'passkey', credential: await passkey() }),
  ]
  for (const way of ways) {
    await age(client)
    expect(code(await client.post('/api/account/recovery-codes'))).toBe('STEP_UP_REQUIRED')
    const before = client.cookies.get('__Host-sid')
    expect((await stepUp(client, await way())).status).toBe(200)
    expect(client.cookies.get('__Host-sid')).not.toBe(before)
    const reply = await client.post('/api/account/recovery-codes')
    expect((reply.json as { recoveryCodes: string[] }).recoveryCodes).toHaveLength(10)
  }
  await age(client)
  const used = codeOf(secret, clock)
  expect(code(await stepUp(client, { method: 'totp', code: used }))).toBe('SECOND_FACTOR_INVALID')
  expect(code(await stepUp(client, recovery))).toBe('SECOND_FACTOR_INVALID')
  expect(code(await client.post('/api/account/recovery-codes'))).toBe('STEP_UP_REQUIRED')
  const subjects = (await app.mails()).filter(({ to }) => to === account.email).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('リカバリーコードで'))).toHaveLength(1)
})

test('with a second factor, the password opens nothing that asks for a fresh sign-in', async () => {
  const { client } = await browserOf(await makeAccount('user'))
  await enrolTotp(client, clock)
  await age(client)
  const removal = async () => code(await client.delete('/api/account/totp'))
  expect(code(await stepUp(client, { method: 'password', password }))).toBe('STEP_UP_NEEDS_FACTOR')
  expect(code(await stepUp(client, { method: 'firebase', idToken: 'x' }))).toBe('STEP_UP_NEEDS_FACTOR')
  expect(await removal()).toBe('STEP_UP_REQUIRED')
  const newPassword = 'kawaii-inu-2718'
  const changed = await client.put('/api/account/password', { currentPassword: password, newPassword })
  expect(changed.status).toBe(200)
  client.csrfToken = (changed.json as { csrfToken: string }).csrfToken
  expect(await removal()).toBe('STEP_UP_REQUIRED')
  expect(code(await client.post('/api/account/recovery-codes'))).toBe('STEP_UP_REQUIRED')
})

test('without a second factor, the password is a fresh sign-in', async () => {
  const { client } = await browserOf(await makeAccount('user'))
  await age(client)
  expect(code(await client.post('/api/account/totp'))).toBe('STEP_UP_REQUIRED')
  expect(code(await stepUp(client, { method: 'password', password: 'wrong' }))).toBe('PASSWORD_WRONG')
  expect((await stepUp(client, { method: 'password', password })).status).toBe(200)
  expect((await client.post('/api/account/totp')).status).toBe(200)
})

test('the last factor goes only where none is required, and its recovery codes go with it', async () => {
  const admin = (await browserOf(await makeAccount('admin'))).client
  await enrolTotp(admin, clock)
  expect(code(await admin.delete('/api/account/totp'))).toBe('SECOND_FACTOR_REQUIRED')
  await enrolPasskey(app, admin)
  expect((await admin.delete('/api/account/totp')).status).toBe(204)
  const security = await admin.get('/api/account/security')
  const [passkey] = (security.json as { passkeys: { id: string }[] }).passkeys
  expect(code(await admin.delete(`/api/account/passkeys/${passkey?.id}`))).toBe('SECOND_FACTOR_REQUIRED')
  const account = await makeAccount('user')
  const { client } = await browserOf(account)
  await enrolTotp(client, clock)
  expect((await client.delete('/api/account/totp')).status).toBe(204)
  expect(code(await client.post('/api/account/recovery-codes'))).toBe('CONFLICT')
  expect((await client.get('/api/account/security')).json).toMatchObject({ totp: false, recoveryCodes: 0 })
  expect((await browserOf(account)).reply.json).toMatchObject({ secondFactor: [] })
  const entries = (await client.get('/api/audit-logs?action=update')).json as { details: object }[]
  expect(entries.map(({ details }) => details)).toEqual([
    { change: 'totp_removed' },
    { change: 'totp_added' },
  ])
})

test('without a provider its token signs nobody in afresh', async () => {
  const client = await app.signedIn('user')
  expect(code(await stepUp(client, { method: 'firebase', idToken: 'x' }))).toBe('PROVIDER_NOT_CONFIGURED')
})
