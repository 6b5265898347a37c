import {
  accountSecurity,
  changePassword,
  passkeyOptions,
  renewRecoveryCodes,
  startTotp,
  stepUpOptions,
} from '@kyc/contract/account.ts'
import { login, me } from '@kyc/contract/accounts.ts'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { stepUp as stepUpContract } from '@kyc/contract/sign-in.ts'
import { expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createPasswordAccount, password } from '../../../testing/app/password-account.ts'
import { codeOf, enrolPasskey, enrolTotp } from '../../../testing/app/second-factor.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, replyOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { SoftwareAuthenticator } from '../../../testing/doubles/software-authenticator.ts'

const clock = new TestClock('2026-03-02T03:04:05Z')
const { app } = useStage({}, { env: { ADMIN_MFA: 'required' }, overrides: { clock } })

const newAccount = (role: 'user' | 'auditor' | 'admin') => createPasswordAccount(app, { role })

/** Signs in by password, or begins to if the account has a second factor. */
async function browserOf({ email }: { email: string }): Promise<{ client: TestClient; reply: TestReply }> {
  const client = await anonymousBrowser(app)
  const reply = await client.post('/api/auth/login', { email, password })
  client.csrfToken = replyOf(login, reply).csrfToken
  return { client, reply }
}

async function age(client: TestClient): Promise<void> {
  const { id } = await client.send(me)
  await app.sql(
    `UPDATE session SET authenticated_at = authenticated_at - interval '5 minutes', stepped_up_at = NULL
     WHERE account_id = $1`,
    [id],
  )
}

async function stepUp(client: TestClient, given: object): Promise<TestReply> {
  const reply = await client.post('/api/auth/step-up', given)
  if (reply.status === 200) client.csrfToken = replyOf(stepUpContract, reply).csrfToken
  return reply
}

const meStatus = async (client: TestClient) => (await client.get('/api/auth/me')).status

test.each(['admin', 'auditor'] as const)('an %s without a second factor can only enrol one', async (role) => {
  const account = await newAccount(role)
  const { client, reply } = await browserOf(account)
  expect(reply.json).toMatchObject({ user: { secondFactorMissing: true }, secondFactor: [], enrol: true })
  expect((await client.get('/api/auth/me')).json).toMatchObject({ secondFactorMissing: true })
  expect(refusalOf(await client.get('/api/performers'))).toEqual([403, 'SECOND_FACTOR_ENROL'])
  const before = client.cookies.get('__Host-sid')
  const { recoveryCodes } = await enrolTotp(client, clock)
  expect(recoveryCodes).toHaveLength(10)
  expect(client.cookies.get('__Host-sid')).not.toBe(before)
  expect((await client.get('/api/auth/me')).json).toMatchObject({ secondFactorMissing: false })
  expect((await client.get('/api/performers')).status).toBe(200)
  expect((await browserOf(account)).reply.json).toMatchObject({ user: null, enrol: false })
})

test('a user needs no second factor', async () => {
  const { reply } = await browserOf(await newAccount('user'))
  expect(reply.json).toMatchObject({ user: { secondFactorMissing: false }, enrol: false })
})

test('the first factor ends the other sessions that may only enrol', async () => {
  const account = await newAccount('admin')
  const [owner, thief] = [(await browserOf(account)).client, (await browserOf(account)).client]
  const { secret } = await thief.send(startTotp)
  await enrolPasskey(app, owner)
  const late = await thief.post('/api/account/totp/confirm', { code: codeOf(secret, clock) })
  expect(late.status).toBe(401)
  expect((await owner.get('/api/account/security')).json).toMatchObject({ totp: false })
})

test('one of two concurrent enrolments of the first factor succeeds', async () => {
  const account = await newAccount('admin')
  const clients = [(await browserOf(account)).client, (await browserOf(account)).client]
  const credentials: Record<string, unknown>[] = []
  for (const client of clients) {
    const options = await client.send(passkeyOptions)
    credentials.push(new SoftwareAuthenticator(app.services.config.publicUrl).create(options))
  }
  const replies = await Promise.all(
    clients.map((client, n) =>
      client.post('/api/account/passkeys', { name: '鍵', credential: credentials[n] }),
    ),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('the first factor ends all other sessions and issues recovery codes, a further one does neither', async () => {
  const account = await newAccount('user')
  const { client } = await browserOf(account)
  const old = await signIn(app.services, app.url, account.id)
  const { recoveryCodes } = await enrolPasskey(app, client)
  expect([recoveryCodes.length, await meStatus(old)]).toEqual([10, 401])
  const next = await signIn(app.services, app.url, account.id)
  expect([(await enrolTotp(client, clock)).recoveryCodes, await meStatus(next)]).toEqual([[], 200])
  expect(await client.send(accountSecurity)).toMatchObject({
    hasPassword: true,
    totp: true,
    recoveryCodes: 10,
    secondFactorRequired: false,
    passkeys: [{ name: '鍵' }],
  })
  const subjects = (await app.mails()).filter(({ to }) => to === account.email).map(({ subject }) => subject)
  expect(subjects.join()).toMatch(/パスキーが追加.*認証アプリが追加/)
})

test('a wrong code does not confirm an app, and a second app is rejected', async () => {
  const { client } = await browserOf(await newAccount('user'))
  expect(refusalOf(await client.post('/api/account/totp/confirm', { code: '000000' }))).toEqual([
    409,
    'CONFLICT',
  ])
  const { secret, uri } = await client.send(startTotp)
  expect(decodeURIComponent(uri)).toMatch(/^otpauth:\/\/totp\/本人確認管理システム:account\d+@example\.com\?/)
  const wrong = await client.post('/api/account/totp/confirm', { code: codeOf(secret, clock, 5) })
  expect(refusalOf(wrong)).toEqual([400, 'SECOND_FACTOR_INVALID'])
  expect((await client.get('/api/account/security')).json).toMatchObject({ totp: false })
  await enrolTotp(client, clock)
  expect(refusalOf(await client.post('/api/account/totp'))).toEqual([409, 'CONFLICT'])
})

test('limits the codes for an unconfirmed app without locking the account', async () => {
  const account = await newAccount('user')
  const { client } = await browserOf(account)
  const { secret } = await client.send(startTotp)
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

test('a passkey is added only for a challenge to add one, and only once', async () => {
  const { client } = await browserOf(await newAccount('user'))
  const { key } = await enrolPasskey(app, client)
  const add = (credential: unknown) => client.post('/api/account/passkeys', { name: '鍵', credential })
  const other = new SoftwareAuthenticator(app.services.config.publicUrl)
  await age(client)
  // The challenge for step-up is issued without step-up, so it must not add a key.
  const asked = await client.send(stepUpOptions)
  expect(refusalOf(await add(other.create(asked)))).toEqual([400, 'SECOND_FACTOR_INVALID'])
  expect(refusalOf(await client.post('/api/account/passkeys/options'))).toEqual([403, 'STEP_UP_REQUIRED'])
  await stepUp(client, { method: 'passkey', credential: key.get(await client.send(stepUpOptions)) })
  const options = () => client.send(passkeyOptions)
  expect(await options()).toMatchObject({ excludeCredentials: [{ id: key.id.toString('base64url') }] })
  expect(refusalOf(await add(key.create(await options())))).toEqual([409, 'CONFLICT'])
  expect(refusalOf(await add(other.create(await options(), 'https://kyc.example.com')))).toEqual([
    400,
    'SECOND_FACTOR_INVALID',
  ])
  const late = other.create(await options())
  await app.sql("UPDATE session SET challenge_until = now() - interval '1 second'")
  expect(refusalOf(await add(late))).toEqual([400, 'SECOND_FACTOR_INVALID'])
})

test('a step-up by code, passkey or recovery code allows what requires it, under a new session id', async () => {
  const account = await newAccount('user')
  const { client } = await browserOf(account)
  const { key, recoveryCodes } = await enrolPasskey(app, client)
  const { secret } = await enrolTotp(client, clock)
  const recovery = { method: 'recovery_code', code: recoveryCodes[0] }
  const passkey = async () => key.get(await client.send(stepUpOptions))
  clock.moveTo(new Date(clock.now().getTime() + 60_000))
  const factors = [
    async () => recovery,
    async () => ({ method: 'totp', code: codeOf(secret, clock) }),
    async () => ({ method: 'passkey', credential: await passkey() }),
  ]
  for (const factor of factors) {
    await age(client)
    expect(refusalOf(await client.post('/api/account/recovery-codes'))).toEqual([403, 'STEP_UP_REQUIRED'])
    const before = client.cookies.get('__Host-sid')
    expect((await stepUp(client, await factor())).status).toBe(200)
    expect(client.cookies.get('__Host-sid')).not.toBe(before)
    expect((await client.send(renewRecoveryCodes)).recoveryCodes).toHaveLength(10)
  }
  await age(client)
  const used = codeOf(secret, clock)
  expect(refusalOf(await stepUp(client, { method: 'totp', code: used }))).toEqual([
    400,
    'SECOND_FACTOR_INVALID',
  ])
  expect(refusalOf(await stepUp(client, recovery))).toEqual([400, 'SECOND_FACTOR_INVALID'])
  expect(refusalOf(await client.post('/api/account/recovery-codes'))).toEqual([403, 'STEP_UP_REQUIRED'])
  const subjects = (await app.mails()).filter(({ to }) => to === account.email).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('リカバリーコードで'))).toHaveLength(1)
})

test('with a second factor, the password is no step-up', async () => {
  const { client } = await browserOf(await newAccount('user'))
  await enrolTotp(client, clock)
  await age(client)
  const removal = async () => refusalOf(await client.delete('/api/account/totp'))
  expect(refusalOf(await stepUp(client, { method: 'password', password }))).toEqual([
    409,
    'STEP_UP_NEEDS_FACTOR',
  ])
  expect(refusalOf(await stepUp(client, { method: 'firebase', idToken: 'x' }))).toEqual([
    409,
    'STEP_UP_NEEDS_FACTOR',
  ])
  expect(await removal()).toEqual([403, 'STEP_UP_REQUIRED'])
  const body = { currentPassword: password, newPassword: 'kawaii-inu-2718' }
  client.csrfToken = (await client.send(changePassword, { body })).csrfToken
  expect(await removal()).toEqual([403, 'STEP_UP_REQUIRED'])
  expect(refusalOf(await client.post('/api/account/recovery-codes'))).toEqual([403, 'STEP_UP_REQUIRED'])
})

test('without a second factor, the password is a step-up', async () => {
  const { client } = await browserOf(await newAccount('user'))
  await age(client)
  expect(refusalOf(await client.post('/api/account/totp'))).toEqual([403, 'STEP_UP_REQUIRED'])
  expect(refusalOf(await stepUp(client, { method: 'password', password: 'wrong' }))).toEqual([
    400,
    'PASSWORD_WRONG',
  ])
  expect((await stepUp(client, { method: 'password', password })).status).toBe(200)
  expect((await client.post('/api/account/totp')).status).toBe(200)
})

test('removes the last factor with its recovery codes, but only if none is required', async () => {
  const admin = (await browserOf(await newAccount('admin'))).client
  await enrolTotp(admin, clock)
  expect(refusalOf(await admin.delete('/api/account/totp'))).toEqual([409, 'SECOND_FACTOR_REQUIRED'])
  await enrolPasskey(app, admin)
  expect((await admin.delete('/api/account/totp')).status).toBe(204)
  const [passkey] = (await admin.send(accountSecurity)).passkeys
  expect(refusalOf(await admin.delete(`/api/account/passkeys/${passkey?.id}`))).toEqual([
    409,
    'SECOND_FACTOR_REQUIRED',
  ])
  const account = await newAccount('user')
  const { client } = await browserOf(account)
  await enrolTotp(client, clock)
  expect((await client.delete('/api/account/totp')).status).toBe(204)
  expect(refusalOf(await client.post('/api/account/recovery-codes'))).toEqual([409, 'CONFLICT'])
  expect((await client.get('/api/account/security')).json).toMatchObject({ totp: false, recoveryCodes: 0 })
  expect((await browserOf(account)).reply.json).toMatchObject({ secondFactor: [] })
  const entries = await client.send(listAuditLogs, { query: { action: 'update' } })
  expect(entries.map(({ details }) => details)).toEqual([
    { change: 'totp_removed' },
    { change: 'totp_added' },
  ])
})

test('without a provider, a step-up by its token is rejected', async () => {
  const client = await app.signedIn('user')
  expect(refusalOf(await stepUp(client, { method: 'firebase', idToken: 'x' }))).toEqual([
    503,
    'PROVIDER_NOT_CONFIGURED',
  ])
})
