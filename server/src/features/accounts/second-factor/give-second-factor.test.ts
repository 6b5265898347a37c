import { accountSecurity } from '@kyc/contract/account.ts'
import { login } from '@kyc/contract/accounts.ts'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { giveSecondFactor, secondFactorOptions } from '@kyc/contract/sign-in.ts'
import { beforeEach, expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createPasswordAccount, password } from '../../../testing/app/password-account.ts'
import { sealLog } from '../../../testing/app/seal-log.ts'
import { codeOf, enrolPasskey, enrolTotp } from '../../../testing/app/second-factor.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, replyOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'

const start = new Date('2026-03-02T03:04:05Z')
const clock = new TestClock(start)
const { app } = useStage({}, { overrides: { clock } })

beforeEach(() => clock.moveTo(start))

interface Account {
  readonly id: string
  readonly email: string
  /** A browser with an open session. */
  readonly client: TestClient
}

async function newAccount(): Promise<Account> {
  const { id, email } = await createPasswordAccount(app)
  return { id, email, client: await signIn(app.services, app.url, id) }
}

/** A browser with a pending sign-in after the password. */
async function halfway({ email }: Account): Promise<{ client: TestClient; reply: TestReply }> {
  const client = await anonymousBrowser(app)
  const reply = await client.post('/api/auth/login', { email, password })
  return { client, reply }
}

function give(client: TestClient, given: object): Promise<TestReply> {
  return client.post('/api/auth/second-factor', given)
}

const me = (client: TestClient) => client.get('/api/auth/me')
const later = (seconds: number) => clock.moveTo(new Date(start.getTime() + seconds * 1000))

test('the password alone opens no session if a second factor is required, and returns the methods', async () => {
  const account = await newAccount()
  await enrolTotp(account.client, clock)
  const { client, reply } = await halfway(account)
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

test('the right code completes the sign-in, with its method in the audit entry', async () => {
  const account = await newAccount()
  const { secret } = await enrolTotp(account.client, clock)
  later(60)
  const { client } = await halfway(account)
  const reply = await give(client, { method: 'totp', code: codeOf(secret, clock) })
  expect(reply.status).toBe(200)
  expect(reply.json).toMatchObject({ user: { id: account.id }, secondFactor: [], enrol: false })
  expect([...client.cookies.keys()].sort()).toEqual(['__Host-dev', '__Host-sid'])
  expect((await me(client)).json).toMatchObject({ id: account.id, secondFactorMissing: false })
  client.csrfToken = replyOf(giveSecondFactor, reply).csrfToken
  const entries = await client.send(listAuditLogs, { query: { action: 'login' } })
  expect(entries.map(({ details }) => details)).toEqual([{ method: 'password', secondFactor: 'totp' }])
  expect((await app.sql('SELECT 1 FROM pending_sign_in WHERE account_id = $1', [account.id])).length).toBe(0)
})

test('rejects a used code and every earlier one', async () => {
  const account = await newAccount()
  const { secret } = await enrolTotp(account.client, clock)
  const used = codeOf(secret, clock)
  expect(refusalOf(await give((await halfway(account)).client, { method: 'totp', code: used }))).toEqual([
    400,
    'SECOND_FACTOR_INVALID',
  ])
  later(30)
  const code = codeOf(secret, clock)
  expect((await give((await halfway(account)).client, { method: 'totp', code })).status).toBe(200)
  for (const replay of [code, used]) {
    const { client } = await halfway(account)
    expect((await give(client, { method: 'totp', code: replay })).status).toBe(400)
    expect((await me(client)).status).toBe(401)
  }
})

test('tolerates a clock of the app that differs by one step', async () => {
  const account = await newAccount()
  const { secret } = await enrolTotp(account.client, clock)
  later(600)
  const { client } = await halfway(account)
  for (const steps of [-2, 2]) {
    expect((await give(client, { method: 'totp', code: codeOf(secret, clock, steps) })).status).toBe(400)
  }
  const early = ` ${codeOf(secret, clock, -1).replace(/^.../, '$& ')} `
  expect((await give(client, { method: 'totp', code: early })).status).toBe(200)
  const other = (await halfway(account)).client
  expect((await give(other, { method: 'totp', code: codeOf(secret, clock, 1) })).status).toBe(200)
})

test('one of many concurrent uses of a code succeeds', async () => {
  const account = await newAccount()
  const { recoveryCodes } = await enrolTotp(account.client, clock)
  const halves = await Promise.all([1, 2, 3].map(() => halfway(account)))
  const given = { method: 'recovery_code', code: recoveryCodes[0] }
  const replies = await Promise.all(halves.map(({ client }) => give(client, given)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
})

test('a recovery code is valid once in any spelling, notifies the account, and is stored as a hash', async () => {
  const account = await newAccount()
  const { recoveryCodes } = await enrolTotp(account.client, clock)
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [code = ''] = recoveryCodes
  const typed = ` ${code.toUpperCase().replace('-', '　')} `
  const { client } = await halfway(account)
  expect((await give(client, { method: 'recovery_code', code: typed })).status).toBe(200)
  expect(await client.send(accountSecurity)).toMatchObject({ recoveryCodes: 9 })
  const mails = (await app.mails()).filter(({ to }) => to === account.email)
  expect(mails.map(({ subject }) => subject).join()).toContain('リカバリーコードでログイン')
  const again = await give((await halfway(account)).client, { method: 'recovery_code', code })
  expect(refusalOf(again)).toEqual([400, 'SECOND_FACTOR_INVALID'])
  const stored = JSON.stringify([
    await app.sql("SELECT encode(hash, 'escape') FROM recovery_code"),
    await app.sql("SELECT encode(secret_enc, 'escape') FROM totp"),
  ])
  for (const each of recoveryCodes) expect(stored).not.toContain(each)
})

test('a passkey completes the sign-in, once for each challenge and only on its own site', async () => {
  const account = await newAccount()
  const { key } = await enrolPasskey(app, account.client)
  const { client, reply } = await halfway(account)
  expect(reply.json).toMatchObject({ secondFactor: ['passkey', 'recovery_code'] })
  const challenge = () => client.send(secondFactorOptions)
  const options = await challenge()
  expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ transports: ['internal'] }] })
  const elsewhere = key.get(options, 'https://kyc.example.com')
  expect((await give(client, { method: 'passkey', credential: elsewhere })).status).toBe(400)
  // The wrong response has consumed the challenge.
  expect((await give(client, { method: 'passkey', credential: key.get(options) })).status).toBe(400)
  const credential = key.get(await challenge())
  expect((await give(client, { method: 'passkey', credential })).status).toBe(200)
  expect(await client.send(accountSecurity)).toMatchObject({
    passkeys: [{ name: '鍵', lastUsedAt: expect.any(String) }],
  })
})

test('rejects the passkey of another account, a cloned passkey and malformed credentials', async () => {
  const account = await newAccount()
  const other = await newAccount()
  const { key } = await enrolPasskey(app, account.client)
  const { key: foreign } = await enrolPasskey(app, other.client)
  const { client } = await halfway(account)
  const challenge = () => client.send(secondFactorOptions)
  const forged = { ...foreign.get(await challenge()), id: key.id.toString('base64url') }
  for (const credential of [foreign.get(await challenge()), { ...forged, rawId: forged.id }, {}]) {
    await challenge()
    expect(refusalOf(await give(client, { method: 'passkey', credential }))).toEqual([
      400,
      'SECOND_FACTOR_INVALID',
    ])
  }
  await app.sql('UPDATE passkey SET counter = 1000 WHERE account_id = $1', [account.id])
  const cloned = key.get(await challenge())
  expect((await give(client, { method: 'passkey', credential: cloned })).status).toBe(400)
})

test('a pending sign-in ends after ten minutes, with a new password, and when the account is disabled', async () => {
  const account = await newAccount()
  const { recoveryCodes } = await enrolTotp(account.client, clock)
  const given = (n: number) => ({ method: 'recovery_code', code: recoveryCodes[n] })
  const late = (await halfway(account)).client
  await app.sql("UPDATE pending_sign_in SET expires_at = expires_at - interval '10 minutes'")
  expect(refusalOf(await give(late, given(0)))).toEqual([400, 'SECOND_FACTOR_EXPIRED'])
  const changed = (await halfway(account)).client
  const newPassword = 'kawaii-inu-2718'
  const reply = await account.client.put('/api/account/password', { currentPassword: password, newPassword })
  expect(reply.status).toBe(200)
  expect(refusalOf(await give(changed, given(1)))).toEqual([400, 'SECOND_FACTOR_EXPIRED'])
  const disabled = await anonymousBrowser(app)
  await disabled.post('/api/auth/login', { email: account.email, password: newPassword })
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [account.id])
  expect(refusalOf(await give(disabled, given(2)))).toEqual([400, 'SECOND_FACTOR_EXPIRED'])
  expect(refusalOf(await give(await anonymousBrowser(app), given(3)))).toEqual([400, 'SECOND_FACTOR_EXPIRED'])
})

test('signing in to another account keeps the session until the second factor is right', async () => {
  const [first, second] = [await newAccount(), await newAccount()]
  const { recoveryCodes } = await enrolTotp(second.client, clock)
  const { client } = first
  client.csrfToken = (await client.send(login, { body: { email: second.email, password } })).csrfToken
  expect((await me(client)).json).toMatchObject({ id: first.id })
  const old = client.copy()
  expect((await give(client, { method: 'recovery_code', code: recoveryCodes[0] })).status).toBe(200)
  expect((await me(client)).json).toMatchObject({ id: second.id })
  expect((await me(old)).status).toBe(401)
})

test('a damaged secret of an app is reported, locks no account, and does not affect other factors', async () => {
  const account = await newAccount()
  const { secret, recoveryCodes } = await enrolTotp(account.client, clock)
  await app.sql(
    'UPDATE totp SET secret_enc = set_byte(secret_enc, 30, get_byte(secret_enc, 30) # 1) WHERE account_id = $1',
    [account.id],
  )
  later(30)
  const { client } = await halfway(account)
  await app.sql('DELETE FROM attempt_bucket') // the other tests count against the same network
  for (let attempt = 0; attempt < 6; attempt++) {
    const reply = await give(client, { method: 'totp', code: codeOf(secret, clock) })
    expect(refusalOf(reply)).toEqual([500, 'FACTOR_UNREADABLE'])
  }
  await sealLog(app) // the clock of the test is not that of the database
  const { json } = await app.anonymous().get('/api/health/ready')
  expect(json).toMatchObject({ status: 'ready', unreadable: { secrets: 1 } })
  expect((await give(client, { method: 'recovery_code', code: recoveryCodes[0] })).status).toBe(200)
})
