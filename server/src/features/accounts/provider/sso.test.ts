import { exchangeSsoCode } from '@kyc/contract/sign-in.ts'
import { beforeEach, expect, test } from 'vitest'
import { anonymousBrowser, startSession } from '../../../testing/app/anonymous-browser.ts'
import { navigate } from '../../../testing/app/navigate.ts'
import { enrolTotp } from '../../../testing/app/second-factor.ts'
import { createTestApp, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, replyOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { startGoogleDouble, type TokenOptions } from '../../../testing/doubles/google-double.ts'

const clock = new TestClock()
const google = useStarted(startGoogleDouble)
const { app } = useStage({}, () => createTestApp({ overrides: { clock, identity: google.provider } }))
let uids = 0

beforeEach(() => {
  google.setReachable(true)
  clock.moveTo(new Date())
})

const newUid = () => `sso${++uids}`
const count = async (table: 'session' | 'account' | 'one_time_token') =>
  Number((await app.sql<{ n: string }>(`SELECT count(*) AS n FROM ${table}`))[0]?.n)

function open(
  client: TestClient,
  idToken: string,
  { site = 'same-origin', target = '/dashboard' } = {},
): Promise<TestReply> {
  const query = new URLSearchParams({ id_token: idToken, redirect_url: target })
  return navigate(client, `/api/auth/firebase-sso?${query}`, site)
}

interface Callback {
  readonly token: string | null
  readonly redirect: string | null
  readonly error: string | null
}

/** The parameters of a URL of /sso-callback. */
function callbackOf(address: string | null | undefined): Callback {
  const url = new URL(address ?? '', 'http://localhost')
  expect(url.pathname).toBe('/sso-callback')
  const [token, redirect, error] = ['token', 'redirect', 'error'].map((name) => url.searchParams.get(name))
  return { token: token ?? null, redirect: redirect ?? null, error: error ?? null }
}

/** A browser that was redirected to /sso-callback. */
async function arrive(
  uid = newUid(),
  options?: TokenOptions,
): Promise<{ client: TestClient; code: string; uid: string }> {
  const client = await anonymousBrowser(app)
  const reply = await open(client, await google.token(uid, options))
  expect(reply.status, reply.bytes.toString()).toBe(302)
  return { client, uid, code: callbackOf(reply.headers.get('location')).token ?? '' }
}

const exchange = (client: TestClient, token: string) => client.post('/api/auth/sso/exchange', { token })

test('a navigation from the product redirects with a code and a short-lived cookie, without a session', async () => {
  const client = await anonymousBrowser(app)
  const uid = newUid()
  const before = { session: await count('session'), account: await count('account') }
  const reply = await open(client, await google.token(uid), { target: '/performers?status=pending' })
  expect(reply.status).toBe(302)
  const { token, redirect } = callbackOf(reply.headers.get('location'))
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(redirect).toBe('/performers?status=pending')
  const [cookie = ''] = reply.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-sso=[\w-]{43}; Max-Age=60; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect({ session: await count('session'), account: await count('account') }).toEqual(before)
  expect((await client.get('/api/auth/me')).status).toBe(401)
  const stored = JSON.stringify(await app.sql("SELECT encode(hash, 'hex'), data FROM one_time_token"))
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(client.cookies.get('__Host-sso'))
})

test.each(['cross-site', 'same-site', 'none'])(
  'a navigation from elsewhere (%s) requires consent and opens no session',
  async (site) => {
    const client = await anonymousBrowser(app)
    const before = await count('session')
    const reply = await open(client, await google.token(newUid()), { site })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = reply.bytes.toString()
    expect(page).toContain(`としてログインしますか`)
    expect(page).toContain(`sso${uids}@example.com`)
    expect(page).not.toMatch(/<(?:script|form|iframe)/)
    const policy = reply.headers.get('content-security-policy')
    for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'none'"])
      expect(policy).toContain(part)
    expect(policy).not.toContain('unsafe')
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect([...client.cookies.keys()].sort()).toEqual(['__Host-pre', '__Host-sso'])
    expect(await count('session')).toBe(before)
    expect((await client.get('/api/auth/me')).status).toBe(401)
  },
)

test('the link of the consent page signs in', async () => {
  const client = await anonymousBrowser(app)
  const reply = await open(client, await google.token(newUid()), { site: 'cross-site' })
  const [, link = ''] = /class="go" href="([^"]+)"/.exec(reply.bytes.toString()) ?? []
  const { token, redirect } = callbackOf(link.replaceAll('&#38;', '&'))
  expect(redirect).toBe('/dashboard')
  expect((await exchange(client, token ?? '')).status).toBe(200)
  expect((await client.get('/api/auth/me')).status).toBe(200)
})

test('the consent page escapes the name', async () => {
  const client = await anonymousBrowser(app)
  const idToken = await google.token(newUid(), { claims: { name: '"><script>alert(1)</script>' } })
  const reply = await open(client, idToken, { site: 'cross-site' })
  expect(reply.bytes.toString()).not.toContain('<script')
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil',
  '/\t/evil',
  '/api/auth/firebase-sso',
  '/login',
  '',
])('a navigation does not redirect to %j', async (target) => {
  const reply = await open(await anonymousBrowser(app), await google.token(newUid()), { target })
  expect(callbackOf(reply.headers.get('location')).redirect).toBe('/')
})

test('exchanges the code for one session, and returns the same one to a repeat within a minute', async () => {
  const { client, code, uid } = await arrive()
  const cookies = new Map(client.cookies)
  const reply = await exchange(client, code)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  expect(reply.json).toMatchObject({ user: { email: `${uid}@example.com`, role: 'user' }, enrol: false })
  const session = client.cookies.get('__Host-sid')
  client.cookies.clear()
  for (const [name, value] of cookies) client.cookies.set(name, value)
  const [again, third] = await Promise.all([exchange(client, code), exchange(client, code)])
  expect(again.json).toEqual(reply.json)
  expect(third.json).toEqual(reply.json)
  expect(client.cookies.get('__Host-sid')).toBe(session)
  const opened = await app.sql(
    'SELECT 1 FROM session s JOIN account a ON a.id = s.account_id WHERE provider_uid = $1',
    [uid],
  )
  expect(opened).toHaveLength(1)
})

test('two concurrent exchanges open one session', async () => {
  const { client, code } = await arrive()
  const before = await count('session')
  const [one, other] = await Promise.all([exchange(client, code), exchange(client, code)])
  expect([one.status, other.status]).toEqual([200, 200])
  expect(one.json).toEqual(other.json)
  expect(await count('session')).toBe(before + 1)
})

test('rejects the code without its cookie, with that of another browser, and after a minute', async () => {
  const { client, code } = await arrive()
  const other = await arrive()
  expect(refusalOf(await exchange(await anonymousBrowser(app), code))).toEqual([401, 'INVALID_TOKEN'])
  expect(refusalOf(await exchange(other.client, code))).toEqual([401, 'INVALID_TOKEN'])
  expect(refusalOf(await exchange(client, other.code))).toEqual([401, 'INVALID_TOKEN'])
  await app.sql("UPDATE one_time_token SET expires_at = expires_at - interval '61 s' WHERE purpose = 'sso'")
  expect(refusalOf(await exchange(client, code))).toEqual([401, 'INVALID_TOKEN'])
})

test('a repeated exchange does not reopen an ended session', async () => {
  const { client, code } = await arrive()
  const cookies = new Map(client.cookies)
  client.csrfToken = replyOf(exchangeSsoCode, await exchange(client, code)).csrfToken
  expect((await client.post('/api/auth/logout')).status).toBe(204)
  for (const [name, value] of cookies) client.cookies.set(name, value)
  await startSession(client)
  expect(refusalOf(await exchange(client, code))).toEqual([401, 'INVALID_TOKEN'])
})

test('an id token is valid for one navigation', async () => {
  const idToken = await google.token(newUid())
  expect((await open(await anonymousBrowser(app), idToken)).status).toBe(302)
  const again = await open(await anonymousBrowser(app), idToken)
  expect(callbackOf(again.headers.get('location'))).toEqual({
    token: null,
    redirect: null,
    error: 'INVALID_TOKEN',
  })
})

test('requires a second factor, also for a repeated exchange', async () => {
  const first = await arrive()
  first.client.csrfToken = replyOf(exchangeSsoCode, await exchange(first.client, first.code)).csrfToken
  await enrolTotp(first.client, clock)
  const { client, code } = await arrive(first.uid)
  const reply = await exchange(client, code)
  expect(reply.json).toMatchObject({ user: null, secondFactor: ['totp', 'recovery_code'] })
  const pending = client.cookies.get('__Host-2fa')
  expect((await exchange(client, code)).json).toEqual(reply.json)
  expect(client.cookies.get('__Host-2fa')).toBe(pending)
  expect((await client.get('/api/auth/me')).status).toBe(401)
})

test('a failed navigation redirects to /sso-callback with the problem code', async () => {
  const client = await anonymousBrowser(app)
  const errorOf = async (idToken: string) => {
    const reply = await open(client, idToken)
    expect(reply.status).toBe(302)
    expect(reply.headers.getSetCookie()).toEqual([])
    return callbackOf(reply.headers.get('location')).error
  }
  expect(await errorOf('garbage')).toBe('INVALID_TOKEN')
  expect(await errorOf('')).toBe('INVALID_TOKEN')
  expect(await errorOf(await google.token(newUid(), { age: 360 }))).toBe('INVALID_TOKEN')
  const other = await app.signedIn('user')
  const claims = { email: other.email, email_verified: false }
  expect(await errorOf(await google.token(newUid(), { claims }))).toBe('EMAIL_IN_USE')
  const idToken = await google.token(newUid())
  google.setReachable(false)
  expect(await errorOf(idToken)).toBe('PROVIDER_UNAVAILABLE')
})

test('an invalid token is a 401 for callers that open no page', async () => {
  const path = '/api/auth/firebase-sso?id_token=garbage'
  // fetch sends the Sec-Fetch headers of a script.
  expect(refusalOf(await app.anonymous().get(path))).toEqual([401, 'INVALID_TOKEN'])
  expect((await navigate(app.anonymous(), path, 'same-origin', 'iframe')).status).toBe(401)
})
