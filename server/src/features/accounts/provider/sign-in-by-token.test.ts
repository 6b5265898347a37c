import { login, me as meContract } from '@kyc/contract/accounts.ts'
import { firebaseSession, stepUp } from '@kyc/contract/sign-in.ts'
import { beforeEach, expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { password } from '../../../testing/app/password-account.ts'
import { codeOf, enrolTotp } from '../../../testing/app/second-factor.ts'
import { createTestApp, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, replyOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import {
  type DoubledAccount,
  startGoogleDouble,
  type TokenOptions,
} from '../../../testing/doubles/google-double.ts'
import { createAccount } from '../create-account.ts'
import { checkProviderAccounts } from './check-provider-accounts.ts'

const clock = new TestClock()
const google = useStarted(startGoogleDouble)
const { app } = useStage({}, () => createTestApp({ overrides: { clock, identity: google.provider } }))
let uids = 0

beforeEach(() => {
  google.setReachable(true)
  clock.moveTo(new Date())
})

const newUid = () => `uid${++uids}`

async function enter(client: TestClient, idToken: string): Promise<TestReply> {
  const reply = await client.post('/api/auth/firebase/session', { idToken })
  if (reply.status === 200) client.csrfToken = replyOf(firebaseSession, reply).csrfToken
  return reply
}

/** A browser in which `uid` has just signed in at the provider. */
async function browserOf(
  uid: string,
  options?: TokenOptions,
): Promise<{ client: TestClient; reply: TestReply }> {
  const client = await anonymousBrowser(app)
  return { client, reply: await enter(client, await google.token(uid, options)) }
}

const me = (client: TestClient) => client.get('/api/auth/me')
/** The id of the account that `reply` signed in to. */
function accountIdOf(reply: TestReply): string | undefined {
  return replyOf(firebaseSession, reply).user?.id
}

const sessions = async () => (await app.sql<{ n: string }>('SELECT count(*) AS n FROM session'))[0]?.n
const entries = (accountId: string | undefined) =>
  app.sql<{ action: string }>('SELECT action FROM audit_event WHERE rid = $1 ORDER BY wseq', [accountId])

test('the first sign-in creates an account of role user, with its entries', async () => {
  const uid = newUid()
  const { client, reply } = await browserOf(uid)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  const user = { email: `${uid}@example.com`, name: `名 ${uid}`, role: 'user', provider: 'firebase' }
  expect(reply.json).toMatchObject({ user, secondFactor: [], enrol: false })
  const account = await client.send(meContract)
  expect(account).toMatchObject(user)
  const actions = (await entries(account.id)).map(({ action }) => action)
  expect(actions).toEqual(['create', 'login'])
  expect([...client.cookies.keys()].sort()).toEqual(['__Host-dev', '__Host-sid'])
})

test('the same uid signs in to the same account, also with another address', async () => {
  const uid = newUid()
  const first = await browserOf(uid)
  const again = await browserOf(uid, { claims: { email: 'moved@example.com', email_verified: false } })
  expect(accountIdOf(again.reply)).toBe(accountIdOf(first.reply))
})

test.each([
  ['six minutes old', { age: 360 }],
  ['two minutes in the future', { age: -120 }],
  ['without an e-mail address', { claims: { email: undefined } }],
  ['with an address that no mail reaches', { claims: { email: '"a"@example.com' } }],
  ['of another project', { claims: { aud: 'other' } }],
])('a token %s causes a 401 and opens no session', async (_, options) => {
  const before = await sessions()
  const { client, reply } = await browserOf(newUid(), options)
  expect(refusalOf(reply)).toEqual([401, 'INVALID_TOKEN'])
  expect(await sessions()).toBe(before)
  expect((await me(client)).status).toBe(401)
})

test('a token is valid once, also for concurrent sign-ins', async () => {
  const idToken = await google.token(newUid())
  const clients = await Promise.all(Array.from({ length: 5 }, () => anonymousBrowser(app)))
  const replies = await Promise.all(clients.map((client) => enter(client, idToken)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
})

test('two concurrent first sign-ins create one account', async () => {
  const uid = newUid()
  const replies = await Promise.all([browserOf(uid), browserOf(uid)])
  expect(replies.map(({ reply }) => reply.status)).toEqual([200, 200])
})

test('merges with an account of the same address only if the provider has verified the address', async () => {
  const uid = newUid()
  const email = `${uid}@example.com`
  const account = { email, name: '既存', role: 'admin', password, actor: null } as const
  const { id } = await createAccount(app.services, account)
  const outsider = await browserOf(uid, { claims: { email_verified: false } })
  expect(refusalOf(outsider.reply)).toEqual([409, 'EMAIL_IN_USE'])
  const linked = async () =>
    (await app.mails()).filter(({ to, subject }) => to === email && subject.includes('連携されました'))
  expect(await linked()).toEqual([])
  const { reply } = await browserOf(uid, { claims: { email: email.toUpperCase() } })
  await browserOf(uid)
  expect(await linked()).toHaveLength(1)
  expect(reply.json).toMatchObject({ user: { id, name: '既存', role: 'admin', provider: 'legacy' } })
  const client = await anonymousBrowser(app)
  expect(await client.send(login, { body: { email, password } })).toMatchObject({ user: { id } })
})

test('rejects a look-alike of an account’s address', async () => {
  const uid = newUid()
  const account = { name: '既存', role: 'admin', password: null, actor: null } as const
  await createAccount(app.services, { ...account, email: `${uid}@example.com` })
  const { reply } = await browserOf(uid, { claims: { email: `ｕ${uid.slice(1)}@example.com` } })
  expect(refusalOf(reply)).toEqual([401, 'INVALID_TOKEN'])
})

test('rejects the address of another provider user until the provider has deleted that user', async () => {
  const [first, second] = [newUid(), newUid()]
  const { reply } = await browserOf(first)
  const claims = { email: `${first}@example.com` }
  expect(refusalOf((await browserOf(second, { claims })).reply)).toEqual([409, 'EMAIL_IN_USE'])
  google.accounts.delete(first)
  const id = accountIdOf(reply)
  expect((await browserOf(second, { claims })).reply.json).toMatchObject({ user: { id } })
})

test('the role follows the claims and is marked as managed; without claims it is the account’s own', async () => {
  const uid = newUid()
  const { client, reply } = await browserOf(uid, { claims: { role: 'admin' } })
  expect(reply.json).toMatchObject({ user: { role: 'admin' } })
  const managed = () => app.sql('SELECT role, role_managed FROM account WHERE provider_uid = $1', [uid])
  expect(await managed()).toEqual([{ role: 'admin', role_managed: true }])
  const later = await browserOf(uid)
  expect(later.reply.json).toMatchObject({ user: { role: 'user' } })
  expect(await managed()).toEqual([{ role: 'user', role_managed: false }])
  expect((await me(client)).status).toBe(401)
  for (const role of ['king', 'auditor']) {
    const unknown = await browserOf(uid, { claims: { role } })
    expect(unknown.reply.json, role).toMatchObject({ user: { role: 'user' } })
  }
  const raised = await browserOf(uid, { claims: { role: 'admin' } })
  expect(raised.reply.json).toMatchObject({ user: { role: 'admin' } })
})

test('claims don’t demote the last superadmin', async () => {
  const uid = newUid()
  const account = {
    email: `${uid}@example.com`,
    name: '統括',
    role: 'superadmin',
    password: null,
    actor: null,
  } as const
  await createAccount(app.services, account)
  const { reply } = await browserOf(uid, { claims: { role: 'user' } })
  expect(reply.json).toMatchObject({ user: { role: 'superadmin' } })
})

test('a disabled account remains disabled despite claims, and the attempt is audited', async () => {
  const uid = newUid()
  const { reply } = await browserOf(uid)
  const id = accountIdOf(reply)
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [id])
  const refused = await browserOf(uid, { claims: { role: 'superadmin' } })
  expect(refusalOf(refused.reply)).toEqual([401, 'INVALID_TOKEN'])
  expect((await app.sql('SELECT role FROM account WHERE id = $1', [id]))[0]).toEqual({ role: 'user' })
  expect((await entries(id)).at(-1)).toEqual({ action: 'login_failed' })
})

test('a second factor is required after the provider as after a password', async () => {
  const uid = newUid()
  const { client } = await browserOf(uid)
  const { secret } = await enrolTotp(client, clock)
  clock.moveTo(new Date(clock.now().getTime() + 60_000))
  const second = await browserOf(uid)
  expect(second.reply.json).toMatchObject({ user: null, secondFactor: ['totp', 'recovery_code'] })
  expect((await me(second.client)).status).toBe(401)
  const code = codeOf(secret, clock)
  const done = await second.client.post('/api/auth/second-factor', { method: 'totp', code })
  expect(done.status, JSON.stringify(done.json)).toBe(200)
})

test('step-up by the provider requires a fresh token of the same uid, which is valid once', async () => {
  const uid = newUid()
  const { client } = await browserOf(uid)
  const give = (idToken: string) => client.post('/api/auth/step-up', { method: 'firebase', idToken })
  expect(refusalOf(await give(await google.token(newUid())))).toEqual([401, 'INVALID_TOKEN'])
  const idToken = await google.token(uid)
  client.csrfToken = replyOf(stepUp, await give(idToken)).csrfToken
  expect(refusalOf(await give(idToken))).toEqual([401, 'INVALID_TOKEN'])
})

test('step-up by password does not restart the age of a sign-in at the provider', async () => {
  const uid = newUid()
  const account = { email: `${uid}@example.com`, name: '既存', role: 'user', password, actor: null } as const
  const { id } = await createAccount(app.services, account)
  const { client } = await browserOf(uid)
  await app.sql("UPDATE session SET authenticated_at = now() - interval '1 hour' WHERE account_id = $1", [id])
  expect((await client.post('/api/account/totp')).status).toBe(403)
  client.csrfToken = (await client.send(stepUp, { body: { method: 'password', password } })).csrfToken
  expect((await client.post('/api/account/totp')).status).toBe(200)
  google.accounts.set(uid, { validSince: new Date(Date.now() - 600_000) })
  await app.sql('UPDATE account SET provider_checked_at = NULL WHERE id = $1', [id])
  await checkProviderAccounts(app.services)
  expect((await me(client)).status).toBe(401)
})

test('a token sent along with a call must belong to the signed-in account', async () => {
  const uid = newUid()
  const { client } = await browserOf(uid)
  const own = await google.token(uid)
  const foreign = await google.token(newUid())
  const call = (token: string) => client.get('/api/auth/me', { 'x-firebase-token': token })
  expect((await call(own)).status).toBe(200)
  expect(refusalOf(await call(foreign))).toEqual([401, 'INVALID_TOKEN'])
  expect(refusalOf(await call('garbage'))).toEqual([401, 'INVALID_TOKEN'])
  const refresh = (firebaseToken: string) => client.post('/api/auth/session/refresh', { firebaseToken })
  expect((await refresh(own)).status).toBe(200)
  expect(refusalOf(await refresh(foreign))).toEqual([401, 'INVALID_TOKEN'])
  google.setReachable(false)
  expect((await call(await google.token(uid))).status).toBe(200)
  for (const junk of ['junk', 'a.b.c', 'é', await google.token(newUid())]) {
    expect(refusalOf(await call(encodeURIComponent(junk)))).toEqual([401, 'INVALID_TOKEN'])
  }
})

test('an outage of the provider returns 503 and does not affect existing sessions', async () => {
  const idToken = await google.token(newUid())
  google.setReachable(false)
  const client = await anonymousBrowser(app)
  const reply = await enter(client, idToken)
  expect(refusalOf(reply)).toEqual([503, 'PROVIDER_UNAVAILABLE'])
  expect(reply.headers.get('retry-after')).toBe('2')
  expect((await me(await app.signedIn('user'))).status).toBe(200)
})

test.each<[string, () => DoubledAccount | undefined]>([
  ['disabled', () => ({ disabled: true })],
  ['deleted', () => undefined],
  ['revoked', () => ({ validSince: new Date(Date.now() + 5000) })],
])('sessions end within ten minutes when the provider has %s the account', async (_, state) => {
  const uid = newUid()
  const { client, reply } = await browserOf(uid)
  const id = accountIdOf(reply)
  const account = state()
  if (account) google.accounts.set(uid, account)
  else google.accounts.delete(uid)
  await checkProviderAccounts(app.services)
  expect((await me(client)).status).toBe(200)
  const tenMinutesLater = () =>
    app.sql("UPDATE account SET provider_checked_at = now() - interval '10 minutes' WHERE id = $1", [id])
  await tenMinutesLater()
  google.setReachable(false)
  await checkProviderAccounts(app.services)
  expect((await me(client)).status).toBe(200)
  google.setReachable(true)
  await checkProviderAccounts(app.services)
  expect((await me(client)).status).toBe(401)
  expect((await entries(id)).at(-1)).toEqual({ action: 'logout' })
})
