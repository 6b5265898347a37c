import { login } from '@kyc/contract/accounts.ts'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createPasswordAccount, password } from '../../../testing/app/password-account.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, replyOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'

const { app } = useStage()

async function signIn(client: TestClient, email: string, secret = password): Promise<TestReply> {
  const reply = await client.post('/api/auth/login', { email, password: secret })
  if (reply.status === 200) client.csrfToken = replyOf(login, reply).csrfToken
  return reply
}

function audited(accountId: string): Promise<{ action: string; actor: string | null; owner: string }[]> {
  return app.sql('SELECT action, actor, owner FROM audit_event WHERE rid = $1 ORDER BY id', [accountId])
}

test('signs in with any spelling of the address, and returns the account and a CSRF token', async () => {
  const { id, email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
  const reply = await signIn(client, ` ${email.replace('account', 'ＡＣＣＯＵＮＴ')} `.toUpperCase())
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

test('cookies are inaccessible to scripts and other sites, and the pre-session ends at sign-in', async () => {
  const { email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
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

test('an unknown address, a wrong password and a disabled account get the same reply', async () => {
  const known = await createPasswordAccount(app)
  const disabled = await createPasswordAccount(app)
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.id])
  const client = await anonymousBrowser(app)
  const wrong = await signIn(client, known.email, 'wrong-password')
  expect(wrong.status).toBe(401)
  expect(wrong.json).toMatchObject({ code: 'INVALID_CREDENTIALS' })
  for (const reply of [
    await signIn(client, 'nobody@example.com', 'wrong-password'),
    await signIn(client, disabled.email, password),
  ]) {
    expect(reply.json).toEqual(Object.assign({}, wrong.json, { requestId: expect.any(String) }))
    expect(reply.status).toBe(401)
    expect([...reply.headers.keys()].sort()).toEqual([...wrong.headers.keys()].sort())
  }
})

test('sign-in, failed sign-in and sign-out each write one entry that the account can read', async () => {
  const { id, email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
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

test('the audit log does not contain addresses without an account', async () => {
  const admin = await app.signedIn('admin')
  const address = 'secret-typo@example.com'
  await signIn(await anonymousBrowser(app), address, 'wrong-password')
  const [entry] = await admin.send(listAuditLogs, { query: { action: 'login_failed', limit: '1' } })
  expect(entry?.details).toMatchObject({ reason: 'unknown_account', emailHash: expect.any(String) })
  expect(JSON.stringify(entry)).not.toContain('secret-typo')
})

test('a further sign-in opens a new session and ends the previous one', async () => {
  const { id, email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
  await signIn(client, email)
  const old = client.copy()
  await signIn(client, email)
  expect(client.cookies.get('__Host-sid')).not.toBe(old.cookies.get('__Host-sid'))
  expect((await old.get('/api/auth/me')).status).toBe(401)
  expect(await app.sql('SELECT 1 FROM session WHERE account_id = $1', [id])).toHaveLength(1)
})

test('a cookie from before the sign-in opens no session after it', async () => {
  const { email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
  const planted = client.cookies.get('__Host-pre') ?? ''
  await signIn(client, email)
  const attacker = app.anonymous()
  attacker.cookies.set('__Host-pre', planted).set('__Host-sid', planted)
  expect((await attacker.get('/api/auth/me')).status).toBe(401)
})

test('sign-out ends the session and clears the browser, except its device cookie', async () => {
  const { email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
  await signIn(client, email)
  const stolen = client.copy()
  const reply = await client.post('/api/auth/logout')
  expect(reply.status).toBe(204)
  expect(reply.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect([...client.cookies.keys()]).toEqual(['__Host-dev'])
  expect((await stolen.get('/api/auth/me')).status).toBe(401)
})

test('stores neither passwords nor cookies', async () => {
  const { email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
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

test('sign-in requires the CSRF token of its pre-session', async () => {
  const { email } = await createPasswordAccount(app)
  const client = await anonymousBrowser(app)
  const other = await anonymousBrowser(app)
  client.csrfToken = other.csrfToken
  const reply = await signIn(client, email)
  expect(refusalOf(reply)).toEqual([403, 'CSRF_INVALID'])
})
