import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { begin, registration } from '../../../testing/app/slow-call.ts'
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/app/test-app.ts'

/** D27: a request in progress ends with the account, its role or its session. */

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const performersOf = ({ accountId }: TestAccount) =>
  app.sql(`SELECT id FROM performer WHERE owner_id = $1`, [accountId])

test('disabling the account rejects its upload in progress', async () => {
  const admin = await app.signedIn('admin')
  const user = await app.signedIn('user')
  const call = await begin(user, 'POST', '/api/performers', await registration())
  expect((await admin.put(`/api/users/${user.accountId}/disable`)).status).toBe(200)
  expect(await call.finish()).toBe(401)
  expect(await performersOf(user)).toEqual([])
})

test('signing out rejects the upload in progress', async () => {
  const user = await app.signedIn('user')
  const call = await begin(user, 'POST', '/api/performers', await registration())
  expect((await user.post('/api/auth/logout')).status).toBe(204)
  expect(await call.finish()).toBe(401)
  expect(await performersOf(user)).toEqual([])
})

test('a change of role rejects the upload in progress', async () => {
  const user = await app.signedIn('admin')
  const call = await begin(user, 'POST', '/api/performers', await registration())
  await app.sql(`UPDATE account SET role = 'user' WHERE id = $1`, [user.accountId])
  expect(await call.finish()).toBe(401)
  expect(await performersOf(user)).toEqual([])
})

test('an upload in progress continues when its session gets a new id', async () => {
  const user = await app.signedIn('user')
  const call = await begin(user, 'POST', '/api/performers', await registration())
  await app.sql(`UPDATE session SET key = sha256(key) WHERE account_id = $1`, [user.accountId])
  expect(await call.finish()).toBe(201)
  expect(await performersOf(user)).toHaveLength(1)
})

test('signing out rejects a call whose body is still being sent', async () => {
  const user = await app.signedIn('user', '元の名前')
  const body = new Request('http://body.invalid', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: '後から届いた名前' }),
  })
  const call = await begin(user, 'PATCH', '/api/account', body)
  expect((await user.post('/api/auth/logout')).status).toBe(204)
  await sleep(1000)
  expect(await call.finish()).toBe(401)
  expect(await app.sql(`SELECT name FROM account WHERE id = $1`, [user.accountId])).toEqual([
    { name: '元の名前' },
  ])
})
