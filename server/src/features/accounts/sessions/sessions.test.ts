import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../testing/app/test-app.ts'
import { TestClient } from '../../../testing/app/test-client.ts'
import { issueAccessToken, isValidAccessToken } from './access-token.ts'
import { cleanUpSessions } from './clean-up-sessions.ts'
import { endSessions } from './sessions.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const me = (client: TestClient, headers?: Record<string, string>) => client.get('/api/auth/me', headers)

/** Moves the times of a person's sessions back. */
async function age(person: TestPerson, idleMinutes: number, totalMinutes = idleMinutes): Promise<void> {
  await app.sql(
    `UPDATE session SET last_seen_at = last_seen_at - make_interval(mins => $2),
       expires_at = expires_at - make_interval(mins => $3) WHERE account_id = $1`,
    [person.accountId, idleMinutes, totalMinutes],
  )
}

async function lastSeen(person: TestPerson): Promise<number> {
  const rows = await app.sql<{ last_seen_at: Date }>(
    'SELECT last_seen_at FROM session WHERE account_id = $1',
    [person.accountId],
  )
  return rows[0]?.last_seen_at.getTime() ?? Number.NaN
}

/** The same browser cookies in other hands. */
function copyOf(client: TestClient): TestClient {
  const copy = new TestClient(client.url)
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  copy.csrfToken = client.csrfToken
  return copy
}

test('a session ends after two idle hours', async () => {
  const person = await app.signedIn('user')
  await age(person, 119)
  expect((await me(person)).status).toBe(200)
  await age(person, 1)
  const reply = await me(person)
  expect([reply.status, (reply.json as { code: string }).code]).toEqual([401, 'UNAUTHENTICATED'])
})

test('a session ends after twelve hours however busy it was', async () => {
  const person = await app.signedIn('user')
  await age(person, 1, 12 * 60 - 1)
  expect((await me(person)).status).toBe(200)
  await age(person, 0, 1)
  expect((await me(person)).status).toBe(401)
})

test('use extends the idle time, but not more often than needed', async () => {
  const person = await app.signedIn('user')
  await age(person, 100)
  await person.get('/api/performers')
  const seen = await lastSeen(person)
  expect(Date.now() - seen).toBeLessThan(60_000)
  await person.get('/api/performers')
  expect(await lastSeen(person)).toBe(seen)
})

test('checks, token rotation and refetches of live events do not extend the idle time', async () => {
  const person = await app.signedIn('user')
  await age(person, 100)
  const seen = await lastSeen(person)
  await me(person)
  await person.get('/api/auth/csrf-token')
  await person.post('/api/auth/session/refresh')
  await person.get('/api/performers', { 'x-refetch': 'live' })
  await person.get('/')
  expect(await lastSeen(person)).toBe(seen)
})

test('a change of role counts at the next call', async () => {
  const person = await app.signedIn('admin')
  await app.sql("UPDATE account SET role = 'user' WHERE id = $1", [person.accountId])
  expect((await me(person)).json).toMatchObject({ role: 'user' })
})

test('a disabled account is signed out at the next call', async () => {
  const person = await app.signedIn('superadmin')
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [person.accountId])
  expect((await me(person)).status).toBe(401)
})

test('ending the sessions of an account ends all of them, or all but the one in use', async () => {
  const person = await app.signedIn('user')
  const other = await app.signedIn('user')
  const rows = await app.sql<{ key: Buffer }>('SELECT key FROM session WHERE account_id = $1', [
    person.accountId,
  ])
  const key = rows[0]?.key.toString('hex')
  expect(await inTransaction(app.services.db, (tx) => endSessions(tx, person.accountId, key))).toBe(0)
  expect((await me(person)).status).toBe(200)
  expect(await inTransaction(app.services.db, (tx) => endSessions(tx, person.accountId))).toBe(1)
  expect((await me(person)).status).toBe(401)
  expect((await me(other)).status).toBe(200)
})

test('an access token is worth nothing without the cookie that it was made for', async () => {
  const person = await app.signedIn('user')
  const other = await app.signedIn('user')
  const { accessToken } = (await person.post('/api/auth/refresh')).json as { accessToken: string }
  const bearer = { authorization: `Bearer ${accessToken}` }
  expect((await me(person, bearer)).status).toBe(200)
  for (const client of [app.anonymous(), other]) {
    const reply = await me(client, bearer)
    expect([reply.status, (reply.json as { code: string }).code]).toEqual([401, 'TOKEN_EXPIRED'])
  }
})

test('a wrong access token is refused even beside the right cookie, but can be renewed', async () => {
  const person = await app.signedIn('user')
  for (const token of ['', 'x', 'null', `9999999999.${'A'.repeat(43)}`]) {
    const authorization = `Bearer ${token}`
    expect((await me(person, { authorization })).json).toMatchObject({ code: 'TOKEN_EXPIRED' })
    for (const path of ['/api/auth/refresh', '/api/auth/session/init']) {
      expect((await person.call('POST', path, { headers: { authorization } })).status).toBe(200)
    }
  }
  expect((await me(person, { authorization: 'Basic eDp5' })).status).toBe(200)
})

test('an access token lives for five minutes', () => {
  const { accessToken: key } = app.services.accountKeys
  const start = new Date('2026-01-01T00:00:00Z')
  const token = issueAccessToken(key, 'session', start)
  const after = (ms: number) => isValidAccessToken(key, 'session', token, new Date(start.getTime() + ms))
  expect([after(0), after(299_999), after(300_000)]).toEqual([true, true, false])
})

test("another session's CSRF token, or none, changes nothing", async () => {
  const person = await app.signedIn('user')
  const other = await app.signedIn('user')
  const visitor = app.anonymous()
  const preSession = ((await visitor.post('/api/auth/session/init')).json as { csrfToken: string }).csrfToken
  for (const token of [other.csrfToken, preSession, '', undefined]) {
    const thief = copyOf(person)
    thief.csrfToken = token
    const reply = await thief.post('/api/auth/logout')
    expect([reply.status, (reply.json as { code: string }).code]).toEqual([403, 'CSRF_INVALID'])
  }
  expect((await me(person)).status).toBe(200)
})

test('rotating the CSRF token leaves other tabs their old one for one rotation', async () => {
  const person = await app.signedIn('user')
  const tab = copyOf(person)
  const rotate = async () => {
    person.csrfToken = (
      (await person.post('/api/auth/session/refresh')).json as { csrfToken: string }
    ).csrfToken
  }
  await rotate()
  expect(person.csrfToken).not.toBe(tab.csrfToken)
  expect((await tab.post('/api/auth/refresh')).status).toBe(200)
  await rotate()
  expect((await tab.post('/api/auth/refresh')).status).toBe(403)
  expect((await tab.get('/api/auth/csrf-token')).json).toEqual({ csrfToken: person.csrfToken })
})

test('every way to a CSRF token leads to the same one, signed in or not', async () => {
  const visitor = app.anonymous()
  const first = (await visitor.get('/api/auth/csrf-token')).json
  expect((await visitor.post('/api/auth/session/init')).json).toEqual(first)
  const person = await app.signedIn('user')
  expect((await person.post('/api/auth/session/init')).json).toEqual({ csrfToken: person.csrfToken })
  expect([...person.cookies.keys()]).toEqual(['__Host-sid'])
})

test('without secure cookies the names have no prefix', async () => {
  const plain = await createTestApp({ env: { SECURE_COOKIES: 'off' } })
  try {
    const reply = await plain.anonymous().post('/api/auth/session/init')
    expect(reply.headers.getSetCookie()[0]).toMatch(/^pre=(?!.*Secure)/)
    expect((await me(await plain.signedIn('user'))).status).toBe(200)
  } finally {
    await plain.close()
  }
})

test('what has expired is cleaned up, and nothing else', async () => {
  const [old, living] = [await app.signedIn('user'), await app.signedIn('user')]
  await age(old, 0, 12 * 60)
  await app.sql(`INSERT INTO attempt_bucket VALUES
    ('past', ARRAY[now()], NULL, now() - interval '1 second'), ('present', ARRAY[now()], NULL, now() + interval '1 hour')`)
  const cleaned = await cleanUpSessions(app.services.db)
  expect(cleaned.buckets).toBe(1)
  expect(cleaned.sessions).toBeGreaterThanOrEqual(1)
  expect(await app.sql('SELECT 1 FROM session WHERE account_id = $1', [old.accountId])).toEqual([])
  expect((await me(living)).status).toBe(200)
})
