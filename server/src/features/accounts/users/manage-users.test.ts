import type { Role } from '@kyc/contract/accounts.ts'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { disableUser, getUser, listUserSessions } from '@kyc/contract/users.ts'
import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anonymousBrowser, tokenIn } from '../../../testing/app/anonymous-browser.ts'
import { createPasswordAccount, password } from '../../../testing/app/password-account.ts'
import { createTestApp, type TestAccount, type TestApp, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestReply } from '../../../testing/app/test-client.ts'

const acts = [
  ['PUT', 'disable'],
  ['PUT', 'enable'],
  ['PUT', 'unlock'],
  ['PUT', 'password-reset'],
  ['PUT', 'second-factor-reset'],
  ['POST', 'invitation'],
  ['DELETE', 'sessions'],
] as const
const { app, admin, superadmin } = useStage({
  admin: ['admin', '管理 太郎'],
  superadmin: ['superadmin', '統括 一郎'],
})

/** A new account; without a `secret` it is faster, because nothing is hashed. */
function create(
  role: Role = 'user',
  secret: string | null = password,
): Promise<{ id: string; email: string }> {
  return createPasswordAccount(app, { role, password: secret })
}

function setRole(by: TestAccount, id: string, role: Role): Promise<TestReply> {
  return by.put(`/api/users/${id}/role`, { role })
}

async function entriesOf(id: string): Promise<unknown[]> {
  return app.sql("SELECT actor, action FROM audit_event WHERE rid = $1 AND action = 'update' ORDER BY id", [
    id,
  ])
}

async function detailsOf(id: string): Promise<unknown> {
  const [entry] = await superadmin.send(listAuditLogs, { query: { resourceId: id, action: 'update' } })
  return entry?.details
}

function signIn(email: string, secret = password) {
  return anonymousBrowser(app).then((client) => client.post('/api/auth/login', { email, password: secret }))
}

describe.each(acts)('%s /users/{id}/%s', (method, act) => {
  const call = (by: TestAccount, id: string) => by.call(method, `/api/users/${id}/${act}`)

  test.each([
    ['admin', 'auditor'],
    ['admin', 'admin'],
    ['admin', 'superadmin'],
  ] as const)('an %s can’t act on an account of role %s, and nothing changes (D5)', async (_, role) => {
    const { id } = await create(role, null)
    const before = await app.sql('SELECT * FROM account WHERE id = $1', [id])
    const reply = await call(admin, id)
    expect(refusalOf(reply)).toEqual([403, 'FORBIDDEN'])
    expect(await app.sql('SELECT * FROM account WHERE id = $1', [id])).toEqual(before)
    expect(await entriesOf(id)).toEqual([])
  })

  test.each(['user', 'admin', 'superadmin'] as const)('a superadmin may act on role %s', async (role) => {
    const reply = await call(superadmin, (await create(role, null)).id)
    expect([200, 204, 409]).toContain(reply.status)
  })

  test('the own account is refused', async () => {
    const self = await app.signedIn('superadmin')
    for (const actor of [admin, self])
      expect(refusalOf(await call(actor, actor.accountId))).toEqual([403, 'FORBIDDEN'])
  })

  test('an actor who was demoted during the call is refused', async () => {
    const demoted = await app.signedIn('superadmin')
    const { id } = await create('admin', null)
    await app.sql("UPDATE account SET role = 'admin' WHERE id = $1", [demoted.accountId])
    expect(refusalOf(await call(demoted, id))).toEqual([403, 'FORBIDDEN'])
  })
})

test('disabling ends sessions and links at once; enabling restores the sign-in', async () => {
  const { id, email } = await create()
  const browser = await anonymousBrowser(app)
  await browser.post('/api/auth/login', { email, password })
  expect((await browser.get('/api/auth/me')).status).toBe(200)
  await admin.put(`/api/users/${id}/password-reset`)
  const link = tokenIn((await app.mails()).at(-1)?.text, '/password-reset')
  expect((await admin.put(`/api/users/${id}/disable`)).json).toMatchObject({ state: 'disabled' })
  expect((await browser.get('/api/auth/me')).status).toBe(401)
  expect((await signIn(email)).status).toBe(401)
  expect((await admin.put(`/api/users/${id}/enable`)).json).toMatchObject({ state: 'active' })
  expect((await browser.get('/api/auth/me')).status).toBe(401)
  const reset = await (await anonymousBrowser(app)).post('/api/auth/password-reset/confirm', {
    token: link,
    password: 'another-secret-1',
  })
  expect(refusalOf(reset)).toEqual([400, 'LINK_INVALID'])
  expect((await signIn(email)).status).toBe(200)
  expect(await entriesOf(id)).toEqual(Array(3).fill({ actor: admin.accountId, action: 'update' }))
  expect(await detailsOf(id)).toEqual({ before: { disabled: true }, after: { disabled: false } })
})

test('a repeated act changes nothing and writes no entry', async () => {
  const { id } = await create()
  for (const act of ['disable', 'disable', 'enable', 'enable', 'unlock', 'unlock', 'second-factor-reset'])
    expect((await superadmin.put(`/api/users/${id}/${act}`)).status).toBe(200)
  expect(await entriesOf(id)).toHaveLength(2)
})

test('unlocking lifts a lockout early', async () => {
  const { id, email } = await create()
  for (let n = 0; n < 5; n++) await signIn(email, 'wrong-password')
  expect((await signIn(email)).status).toBe(401)
  expect((await admin.put(`/api/users/${id}/unlock`)).json).toMatchObject({ state: 'active' })
  expect((await signIn(email)).status).toBe(200)
  expect(await detailsOf(id)).toEqual({ before: { locked: true }, after: { locked: false } })
})

test('a reset link is mailed to the account and not returned to the admin', async () => {
  const { id, email } = await create()
  const reply = await admin.put(`/api/users/${id}/password-reset`)
  const mail = (await app.mails()).at(-1)
  expect(mail?.to).toBe(email)
  const token = tokenIn(mail?.text, '/password-reset')
  expect(reply.bytes.toString()).not.toContain(token)
  expect(JSON.stringify(await detailsOf(id))).not.toContain(token)
  await app.sql('UPDATE account SET password_hash = NULL WHERE id = $1', [id])
  expect(refusalOf(await admin.put(`/api/users/${id}/password-reset`))).toEqual([409, 'CONFLICT'])
})

test('removing second factors ends the sessions and sends a mail', async () => {
  const { id, email } = await create()
  const browser = await anonymousBrowser(app)
  await browser.post('/api/auth/login', { email, password })
  await app.sql("INSERT INTO totp (account_id, secret_enc, confirmed_at) VALUES ($1, 'x', now())", [id])
  await app.sql("INSERT INTO recovery_code (account_id, hash) VALUES ($1, 'x')", [id])
  await app.sql(
    `INSERT INTO passkey (id, account_id, credential, public_key, counter, name)
     VALUES (gen_random_uuid(), $1, $2, '', 0, '鍵')`,
    [id, `credential of ${id}`],
  )
  const reply = await admin.put(`/api/users/${id}/second-factor-reset`)
  expect(reply.json).toMatchObject({ secondFactor: false })
  for (const table of ['totp', 'recovery_code', 'passkey'])
    expect(await app.sql(`SELECT 1 FROM ${table} WHERE account_id = $1`, [id])).toEqual([])
  expect((await browser.get('/api/auth/me')).status).toBe(401)
  expect((await app.mails()).at(-1)).toMatchObject({ to: email })
  expect((await app.mails()).at(-1)?.subject).toContain('二段階認証が解除されました')
})

test('an admin lists and ends the sessions of an account', async () => {
  const { id, email } = await create()
  const browser = await anonymousBrowser(app)
  await browser.post('/api/auth/login', { email, password })
  const sessions = await admin.send(listUserSessions, { params: { id } })
  expect(sessions).toMatchObject([{ ip: '127.0.0.1', current: false }])
  expect(JSON.stringify(sessions)).not.toContain(browser.cookies.get('__Host-sid'))
  expect((await admin.delete(`/api/users/${id}/sessions`)).status).toBe(204)
  expect((await browser.get('/api/auth/me')).status).toBe(401)
  expect(await admin.send(listUserSessions, { params: { id } })).toEqual([])
  expect(await detailsOf(id)).toEqual({ sessions: 1 })
})

describe('roles', () => {
  test('a change of role takes effect at once and ends the sessions (D27)', async () => {
    const { id, email } = await create()
    const browser = await anonymousBrowser(app)
    await browser.post('/api/auth/login', { email, password })
    expect((await setRole(superadmin, id, 'admin')).json).toMatchObject({ role: 'admin' })
    expect((await browser.get('/api/auth/me')).status).toBe(401)
    expect(await detailsOf(id)).toEqual({ before: { role: 'user' }, after: { role: 'admin' } })
  })

  test('an admin can’t change roles', async () => {
    const { id } = await create()
    expect(refusalOf(await setRole(admin, id, 'admin'))).toEqual([403, 'FORBIDDEN'])
    expect(refusalOf(await setRole(admin, admin.accountId, 'superadmin'))).toEqual([403, 'FORBIDDEN'])
  })

  test('a role that the provider manages can’t be changed (D30)', async () => {
    const { id } = await create()
    await app.sql("UPDATE account SET role_managed = true, provider = 'firebase' WHERE id = $1", [id])
    expect(refusalOf(await setRole(superadmin, id, 'admin'))).toEqual([409, 'ROLE_MANAGED'])
  })

  test('a change of role requires step-up', async () => {
    const aged = await app.signedIn('superadmin')
    await app.sql(
      "UPDATE session SET authenticated_at = now() - interval '6 minutes' WHERE account_id = $1",
      [aged.accountId],
    )
    expect(refusalOf(await setRole(aged, (await create()).id, 'admin'))).toEqual([403, 'STEP_UP_REQUIRED'])
  })
})

describe('an account of a higher role', () => {
  test('hides its sessions and the time of its sign-in; one of an equal role shows them (D5)', async () => {
    const [boss, peer] = [await create('superadmin'), await create('admin')]
    for (const { email } of [boss, peer]) expect((await signIn(email)).status).toBe(200)
    const seen = async (by: TestAccount, { id }: { id: string }) => {
      const sessions = await by.get(`/api/users/${id}/sessions`)
      const user = await by.send(getUser, { params: { id } })
      return [...refusalOf(sessions), typeof user.lastSignInAt]
    }
    expect(await seen(admin, boss)).toEqual([403, 'FORBIDDEN', 'object'])
    expect(await seen(superadmin, boss)).toEqual([200, undefined, 'string'])
    expect(await seen(admin, peer)).toEqual([200, undefined, 'string'])
  })
})

describe('the last enabled superadmin', () => {
  let alone: TestApp
  let last: TestAccount
  beforeAll(async () => {
    alone = await createTestApp()
    last = await alone.signedIn('superadmin')
    const other = await alone.signedIn('superadmin')
    await last.put(`/api/users/${other.accountId}/disable`)
  })
  afterAll(() => alone.close())

  test('can be neither demoted nor disabled, and the problem code states why (D5)', async () => {
    const demoted = await setRole(last, last.accountId, 'user')
    const disabled = await last.put(`/api/users/${last.accountId}/disable`)
    expect(refusalOf(demoted)).toEqual([409, 'LAST_SUPERADMIN'])
    expect(refusalOf(disabled)).toEqual([409, 'LAST_SUPERADMIN'])
    expect((await last.get('/api/auth/me')).json).toMatchObject({ role: 'superadmin' })
  })

  test('cannot be changed by an admin: every act gets a 403, which does not reveal that it is the last one', async () => {
    const lower = await alone.signedIn('admin')
    for (const [method, act] of acts) {
      const reply = await lower.call(method, `/api/users/${last.accountId}/${act}`)
      expect([act, ...refusalOf(reply)]).toEqual([act, 403, 'FORBIDDEN'])
    }
  })

  test('remains after a hundred concurrent acts of eleven superadmins on each other', {
    tags: 'long',
  }, async () => {
    const others = await Promise.all(Array.from({ length: 10 }, () => alone.signedIn('superadmin')))
    const superadmins = [...others, last]
    // Below the limit of connections from one address.
    const atOnce = pLimit(80)
    const calls = Array.from({ length: 100 }, (_, n) => {
      const by = superadmins[n % 11] as TestAccount // the index is below the length, 11
      const target = superadmins[(n + 1 + (n % 10)) % 11] as TestAccount // likewise
      return atOnce(() =>
        n % 3 === 0
          ? by.put(`/api/users/${target.accountId}/disable`)
          : setRole(by, target.accountId, n % 3 === 1 ? 'user' : 'admin'),
      )
    })
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => ![200, 401, 403, 409, 503].includes(status))).toEqual([])
    const enabled = await alone.sql("SELECT 1 FROM account WHERE role = 'superadmin' AND disabled_at IS NULL")
    expect(enabled.length).toBeGreaterThanOrEqual(1)
  })

  test('need not exist for an admin to disable a user', async () => {
    const admin = await alone.signedIn('admin')
    const user = await alone.signedIn('user')
    await alone.sql("UPDATE account SET role = 'admin' WHERE role = 'superadmin'")
    expect((await admin.put(`/api/users/${user.accountId}/disable`)).status).toBe(200)
  })
})

test('the reply of an act equals the account as read by another admin', async () => {
  const { id } = await create()
  const disabled = await admin.send(disableUser, { params: { id } })
  expect(await superadmin.send(getUser, { params: { id } })).toEqual(disabled)
})
