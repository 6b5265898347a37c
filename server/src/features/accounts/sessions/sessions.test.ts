import { csrfToken, refresh, sessionInit, sessionRefresh } from '@kyc/contract/accounts.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createTestApp, type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'
import { issueAccessToken, isValidAccessToken } from './access-token.ts'
import { cleanUpSessions } from './clean-up-sessions.ts'
import { endSessions } from './sessions.ts'

const { app } = useStage()

const me = (client: TestClient, headers?: Record<string, string>) => client.get('/api/auth/me', headers)

/** Moves the times of an account's sessions back. */
async function age(account: TestAccount, idleMinutes: number, totalMinutes = idleMinutes): Promise<void> {
  await app.sql(
    `UPDATE session SET last_seen_at = last_seen_at - make_interval(mins => $2),
       expires_at = expires_at - make_interval(mins => $3) WHERE account_id = $1`,
    [account.accountId, idleMinutes, totalMinutes],
  )
}

async function lastSeen(account: TestAccount): Promise<number> {
  const rows = await app.sql<{ last_seen_at: Date }>(
    'SELECT last_seen_at FROM session WHERE account_id = $1',
    [account.accountId],
  )
  return rows[0]?.last_seen_at.getTime() ?? Number.NaN
}

test('a session ends after two idle hours', async () => {
  const account = await app.signedIn('user')
  await age(account, 119)
  expect((await me(account)).status).toBe(200)
  await age(account, 1)
  const reply = await me(account)
  expect(refusalOf(reply)).toEqual([401, 'UNAUTHENTICATED'])
})

test('a session ends after twelve hours of use', async () => {
  const account = await app.signedIn('user')
  await age(account, 1, 12 * 60 - 1)
  expect((await me(account)).status).toBe(200)
  await age(account, 0, 1)
  expect((await me(account)).status).toBe(401)
})

test('a call extends the idle time, at most once a minute', async () => {
  const account = await app.signedIn('user')
  await age(account, 100)
  await account.get('/api/performers')
  const seen = await lastSeen(account)
  expect(Date.now() - seen).toBeLessThan(60_000)
  await account.get('/api/performers')
  expect(await lastSeen(account)).toBe(seen)
})

test('checks, token rotation and refetches of live events do not extend the idle time', async () => {
  const account = await app.signedIn('user')
  await age(account, 100)
  const seen = await lastSeen(account)
  await me(account)
  await account.get('/api/auth/csrf-token')
  await account.post('/api/auth/session/refresh')
  await account.get('/api/performers', { 'x-refetch': 'live' })
  await account.get('/')
  expect(await lastSeen(account)).toBe(seen)
})

test('a change of role takes effect at the next call', async () => {
  const account = await app.signedIn('admin')
  await app.sql("UPDATE account SET role = 'user' WHERE id = $1", [account.accountId])
  expect((await me(account)).json).toMatchObject({ role: 'user' })
})

test('a disabled account is signed out at the next call', async () => {
  const account = await app.signedIn('superadmin')
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [account.accountId])
  expect((await me(account)).status).toBe(401)
})

test('ends all sessions of an account, or all but one', async () => {
  const account = await app.signedIn('user')
  const other = await app.signedIn('user')
  const rows = await app.sql<{ key: Buffer }>('SELECT key FROM session WHERE account_id = $1', [
    account.accountId,
  ])
  const key = rows[0]?.key.toString('hex')
  expect(await inTransaction(app.services.db, (tx) => endSessions(tx, account.accountId, key))).toBe(0)
  expect((await me(account)).status).toBe(200)
  expect(await inTransaction(app.services.db, (tx) => endSessions(tx, account.accountId))).toBe(1)
  expect((await me(account)).status).toBe(401)
  expect((await me(other)).status).toBe(200)
})

test('an access token is invalid without the cookie of its session', async () => {
  const account = await app.signedIn('user')
  const other = await app.signedIn('user')
  const { accessToken } = await account.send(refresh)
  const bearer = { authorization: `Bearer ${accessToken}` }
  expect((await me(account, bearer)).status).toBe(200)
  for (const client of [app.anonymous(), other]) {
    const reply = await me(client, bearer)
    expect(refusalOf(reply)).toEqual([401, 'TOKEN_EXPIRED'])
  }
})

test('rejects an invalid access token despite the right cookie, but allows its renewal', async () => {
  const account = await app.signedIn('user')
  for (const token of ['', 'x', 'null', `9999999999.${'A'.repeat(43)}`]) {
    const authorization = `Bearer ${token}`
    expect((await me(account, { authorization })).json).toMatchObject({ code: 'TOKEN_EXPIRED' })
    for (const path of ['/api/auth/refresh', '/api/auth/session/init']) {
      expect((await account.call('POST', path, { headers: { authorization } })).status).toBe(200)
    }
  }
  expect((await me(account, { authorization: 'Basic eDp5' })).status).toBe(200)
})

test('an access token expires after five minutes', () => {
  const { accessToken: key } = app.services.accountKeys
  const start = new Date('2026-01-01T00:00:00Z')
  const token = issueAccessToken(key, 'session', start)
  const after = (ms: number) => isValidAccessToken(key, 'session', token, new Date(start.getTime() + ms))
  expect([after(0), after(299_999), after(300_000)]).toEqual([true, true, false])
})

test('rejects a missing CSRF token and that of another session', async () => {
  const account = await app.signedIn('user')
  const other = await app.signedIn('user')
  const preSession = await app.anonymous().send(sessionInit)
  for (const token of [other.csrfToken, preSession.csrfToken, '', undefined]) {
    const thief = account.copy()
    thief.csrfToken = token
    const reply = await thief.post('/api/auth/logout')
    expect(refusalOf(reply)).toEqual([403, 'CSRF_INVALID'])
  }
  expect((await me(account)).status).toBe(200)
})

test('the previous CSRF token remains valid for one rotation', async () => {
  const account = await app.signedIn('user')
  const tab = account.copy()
  const rotate = async () => {
    account.csrfToken = (await account.send(sessionRefresh)).csrfToken
  }
  await rotate()
  expect(account.csrfToken).not.toBe(tab.csrfToken)
  expect((await tab.post('/api/auth/refresh')).status).toBe(200)
  await rotate()
  expect((await tab.post('/api/auth/refresh')).status).toBe(403)
  expect(await tab.send(csrfToken)).toEqual({ csrfToken: account.csrfToken })
})

test('all endpoints return the same CSRF token, before and after sign-in', async () => {
  const browser = app.anonymous()
  const first = await browser.send(csrfToken)
  expect(await browser.send(sessionInit)).toEqual(first)
  const account = await app.signedIn('user')
  expect(await account.send(sessionInit)).toEqual({ csrfToken: account.csrfToken })
  expect([...account.cookies.keys()]).toEqual(['__Host-sid'])
})

test('cookie names have no prefix without secure cookies', async () => {
  const plain = await createTestApp({ env: { SECURE_COOKIES: 'off' } })
  try {
    const reply = await plain.anonymous().post('/api/auth/session/init')
    expect(reply.headers.getSetCookie()[0]).toMatch(/^pre=(?!.*Secure)/)
    expect((await me(await plain.signedIn('user'))).status).toBe(200)
  } finally {
    await plain.close()
  }
})

test('cleans up expired sessions and buckets only', async () => {
  const [old, valid] = [await app.signedIn('user'), await app.signedIn('user')]
  await age(old, 0, 12 * 60)
  await app.sql(`INSERT INTO attempt_bucket VALUES
    ('past', ARRAY[now()], NULL, now() - interval '1 second'), ('present', ARRAY[now()], NULL, now() + interval '1 hour')`)
  const cleaned = await cleanUpSessions(app.services.db)
  expect(cleaned.buckets).toBe(1)
  expect(cleaned.sessions).toBeGreaterThanOrEqual(1)
  expect(await app.sql('SELECT 1 FROM session WHERE account_id = $1', [old.accountId])).toEqual([])
  expect((await me(valid)).status).toBe(200)
})
