import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import type { TestClient, TestReply } from '../../../testing/app/test-client.ts'
import { createAccount } from '../create-account.ts'

const password = 'kawaii-neko-2718'
let app: TestApp
let accounts = 0

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** An account that can sign in by `password`. */
async function makeAccount(): Promise<{ id: string; email: string }> {
  const email = `signin${++accounts}@example.com`
  return createAccount(app.services, { email, name: '試験 花子', role: 'user', password, actor: null })
}

/** A browser that has opened the login page. */
async function visitor(): Promise<TestClient> {
  const client = app.anonymous()
  client.csrfToken = tokenOf(await client.post('/api/auth/session/init'))
  return client
}

async function signIn(client: TestClient, email: string, secret = password): Promise<TestReply> {
  const reply = await client.post('/api/auth/login', { email, password: secret })
  if (reply.status === 200) client.csrfToken = tokenOf(reply)
  return reply
}

function tokenOf(reply: TestReply): string {
  return (reply.json as { csrfToken: string }).csrfToken // of the contract's reply
}

function audited(accountId: string): Promise<{ action: string; actor: string | null; owner: string }[]> {
  return app.sql('SELECT action, actor, owner FROM audit_event WHERE rid = $1 ORDER BY id', [accountId])
}

test('signing in answers the person and a token, and every spelling of the address is the same one', async () => {
  const { id, email } = await makeAccount()
  const client = await visitor()
  const reply = await signIn(client, ` ${email.replace('signin', 'ＳＩＧＮＩＮ')} `.toUpperCase())
  expect(reply.status).toBe(200)
  const user = {
    id,
    uid: id,
    email,
    emailVerified: true,
    name: '試験 花子',
    displayName: '試験 花子',
    role: 'user',
    provider: 'legacy',
    secondFactorMissing: false,
  }
  const csrfToken = expect.any(String)
  expect(reply.json).toEqual({ user, csrfToken, secondFactor: [], enrol: false })
  expect((await client.get('/api/auth/me')).json).toEqual(user)
})

test('cookies are out of reach for scripts and other sites, and the pre-session ends at sign-in', async () => {
  const { email } = await makeAccount()
  const client = await visitor()
  expect([...client.cookies.keys()]).toEqual(['__Host-pre'])
  const cookies = (await signIn(client, email)).headers.getSetCookie()
  const named = (name: string) => cookies.find((line) => line.startsWith(`${name}=`)) ?? ''
  for (const name of ['__Host-sid', '__Host-dev']) {
    for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(named(name)).toContain(part)
    expect(named(name)).not.toContain('Domain')
  }
  expect(named('__Host-sid')).not.toMatch(/Max-Age|Expires/)
  expect(named('__Host-pre')).toContain('Max-Age=0')
})

test('an unknown address, a wrong password and a disabled account answer alike', async () => {
  const known = await makeAccount()
  const disabled = await makeAccount()
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.id])
  const client = await visitor()
  const wrong = await signIn(client, known.email, 'wrong-password')
  expect(wrong.status).toBe(401)
  expect(wrong.json).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  for (const reply of [
    await signIn(client, 'nobody@example.com', 'wrong-password'),
    await signIn(client, disabled.email, password),
  ]) {
    const requestId = (reply.json as { requestId: string }).requestId
    expect(reply.json).toEqual({ ...(wrong.json as object), requestId })
    expect(reply.status).toBe(401)
    expect([...reply.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort())
  }
})

test('signing in, failing to and signing out each leave one entry that the person can read', async () => {
  const { id, email } = await makeAccount()
  const client = await visitor()
  await signIn(client, email, 'wrong-password')
  await signIn(client, email)
  expect((await client.post('/api/auth/logout')).status).toBe(204)
  expect(await audited(id)).toEqual([
    { action: 'create', actor: null, owner: id },
    { action: 'login_failed', actor: null, owner: id },
    { action: 'login', actor: id, owner: id },
    { action: 'logout', actor: id, owner: id },
  ])
})

test('the log does not learn addresses that belong to nobody', async () => {
  const admin = await app.signedIn('admin')
  const address = 'secret-typo@example.com'
  await signIn(await visitor(), address, 'wrong-password')
  const [entry] = (await admin.get('/api/audit-logs?action=login_failed&limit=1')).json as {
    details: object
  }[]
  expect(entry?.details).toMatchObject({ reason: 'unknown_account', emailHash: expect.any(String) })
  expect(JSON.stringify(entry)).not.toContain('secret-typo')
})

test('signing in again makes a new session and ends the one before', async () => {
  const { id, email } = await makeAccount()
  const client = await visitor()
  await signIn(client, email)
  const before = new Map(client.cookies)
  await signIn(client, email)
  expect(client.cookies.get('__Host-sid')).not.toBe(before.get('__Host-sid'))
  const old = app.anonymous()
  for (const [name, value] of before) old.cookies.set(name, value)
  expect((await old.get('/api/auth/me')).status).toBe(401)
  expect(await app.sql('SELECT 1 FROM session WHERE account_id = $1', [id])).toHaveLength(1)
})

test('a cookie from before the sign-in is worth nothing after it', async () => {
  const { email } = await makeAccount()
  const client = await visitor()
  const planted = client.cookies.get('__Host-pre') ?? ''
  await signIn(client, email)
  const attacker = app.anonymous()
  attacker.cookies.set('__Host-pre', planted).set('__Host-sid', planted)
  expect((await attacker.get('/api/auth/me')).status).toBe(401)
})

test('after signing out the cookie is refused and the browser told to forget, but not its device', async () => {
  const { email } = await makeAccount()
  const client = await visitor()
  await signIn(client, email)
  const stolen = app.anonymous()
  for (const [name, value] of client.cookies) stolen.cookies.set(name, value)
  const reply = await client.post('/api/auth/logout')
  expect(reply.status).toBe(204)
  expect(reply.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect([...client.cookies.keys()]).toEqual(['__Host-dev'])
  expect((await stolen.get('/api/auth/me')).status).toBe(401)
})

test('nothing that is stored opens a session or tells a password', async () => {
  const { email } = await makeAccount()
  const client = await visitor()
  await signIn(client, email)
  const stored = JSON.stringify([
    await app.sql('SELECT * FROM session'),
    await app.sql("SELECT encode(key, 'escape') AS key FROM session"),
    await app.sql('SELECT * FROM account'),
    await app.sql('SELECT * FROM attempt_bucket'),
  ])
  for (const value of client.cookies.values()) expect(stored).not.toContain(value.split('.')[0])
  expect(stored).not.toContain(password)
  expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
})

test('signing in needs the token of the login page', async () => {
  const { email } = await makeAccount()
  const client = await visitor()
  const other = await visitor()
  client.csrfToken = other.csrfToken
  const reply = await signIn(client, email)
  expect([reply.status, (reply.json as { code: string }).code]).toEqual([403, 'CSRF_INVALID'])
})
