import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openExport, recordAt } from '../../../testing/app/audit-export.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { begin, registration } from '../../../testing/app/slow-call.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'

/** D27: a request in progress ends with the account, its role or its session. */

const { app } = useStage()

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

test('ending one session rejects its upload in progress, whatever other sessions the account has', async () => {
  const owner = await app.signedIn('user')
  const { url } = owner
  const stolen = Object.assign(await signIn(app.services, url, owner.accountId), {
    accountId: owner.accountId,
    email: owner.email,
  })
  const call = await begin(stolen, 'POST', '/api/performers', await registration())
  expect((await owner.delete('/api/account/sessions')).status).toBe(204)
  expect(await call.finish()).toBe(401)
  expect(await performersOf(owner)).toEqual([])
  expect((await owner.get('/api/auth/me')).status).toBe(200)
})

test('ending one session ends its export within a second, whatever other sessions the account has', async () => {
  const owner = await app.signedIn('user')
  const stolen = await signIn(app.services, owner.url, owner.accountId)
  // Records more than the buffers of the connection hold, because the test reads nothing.
  for (let n = 0; n < 300; n++) {
    const message = randomBytes(48_000).toString('base64')
    await recordAt(app, owner.accountId, new Date(), { message })
  }
  const stream = await openExport(app, stolen)
  const broken = new Promise((resolve) => {
    stream.once('error', resolve)
    stream.once('end', () => resolve('complete'))
  })
  expect((await owner.delete('/api/account/sessions')).status).toBe(204)
  await sleep(1500)
  stream.resume()
  expect(await broken).toMatchObject({ code: 'ECONNRESET' })
})
