import type { Role } from '@kyc/contract/accounts.ts'
import type { ManagedUser, SessionInfo } from '@kyc/contract/users.ts'
import pLimit from 'p-limit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../testing/app/test-app.ts'
import type { TestReply } from '../../../testing/app/test-client.ts'
import { tokenIn, visitor } from '../../../testing/app/visitor.ts'
import { createAccount } from '../create-account.ts'

const password = 'kawaii-neko-2718'
const acts = [
  ['PUT', 'disable'],
  ['PUT', 'enable'],
  ['PUT', 'unlock'],
  ['PUT', 'password-reset'],
  ['PUT', 'second-factor-reset'],
  ['POST', 'invitation'],
  ['DELETE', 'sessions'],
] as const
let app: TestApp
let admin: TestPerson
let superadmin: TestPerson
let made = 0

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signedIn('admin', '管理 太郎')
  superadmin = await app.signedIn('superadmin', '統括 一郎')
})
afterAll(() => app.close())

/** Without a `secret` nothing is hashed, which takes time. */
async function make(
  role: Role = 'user',
  secret: string | null = password,
): Promise<{ id: string; email: string }> {
  const email = `managed${++made}@example.com`
  return createAccount(app.services, { email, name: '対象 花子', role, password: secret, actor: null })
}

function setRole(by: TestPerson, id: string, role: Role): Promise<TestReply> {
  return by.put(`/api/users/${id}/role`, { role })
}

async function entriesOf(id: string): Promise<unknown[]> {
  return app.sql("SELECT actor, action FROM audit_event WHERE rid = $1 AND action = 'update' ORDER BY id", [
    id,
  ])
}

async function detailsOf(id: string): Promise<unknown> {
  const reply = await superadmin.get(`/api/audit-logs?resourceId=${id}&action=update`)
  return (reply.json as { details: unknown }[])[0]?.details
}

function signIn(email: string, secret = password) {
  return visitor(app).then((client) => client.post('/api/auth/login', { email, password: secret }))
}

const code = (reply: TestReply) => (reply.json as { code?: string } | undefined)?.code

describe.each(acts)('%s /users/{id}/%s', (method, act) => {
  const call = (by: TestPerson, id: string) => by.call(method, `/api/users/${id}/${act}`)

  test.each([
    ['admin', 'admin'],
    ['admin', 'superadmin'],
  ] as const)('an %s can’t do it to an account of rank %s, and nothing changes (D5)', async (_, rank) => {
    const { id } = await make(rank, null)
    const before = await app.sql('SELECT * FROM account WHERE id = $1', [id])
    const reply = await call(admin, id)
    expect([reply.status, code(reply)]).toEqual([403, 'FORBIDDEN'])
    expect(await app.sql('SELECT * FROM account WHERE id = $1', [id])).toEqual(before)
    expect(await entriesOf(id)).toEqual([])
  })

  test.each(['user', 'admin', 'superadmin'] as const)('a superadmin may, to rank %s', async (rank) => {
    const reply = await call(superadmin, (await make(rank, null)).id)
    expect([200, 204, 409]).toContain(reply.status)
  })

  test('nobody does it to themselves', async () => {
    const self = await app.signedIn('superadmin')
    for (const person of [admin, self]) expect(code(await call(person, person.accountId))).toBe('FORBIDDEN')
  })

  test('somebody who was demoted while the call was on its way is refused', async () => {
    const demoted = await app.signedIn('superadmin')
    const { id } = await make('admin', null)
    await app.sql("UPDATE account SET role = 'admin' WHERE id = $1", [demoted.accountId])
    expect(code(await call(demoted, id))).toBe('FORBIDDEN')
  })
})

test('a disabled account is out at once, keeps nothing open, and comes back as it was', async () => {
  const { id, email } = await make()
  const browser = await visitor(app)
  await browser.post('/api/auth/login', { email, password })
  expect((await browser.get('/api/auth/me')).status).toBe(200)
  await admin.put(`/api/users/${id}/password-reset`)
  const link = tokenIn((await app.mails()).at(-1)?.text, '/password-reset')
  expect((await admin.put(`/api/users/${id}/disable`)).json).toMatchObject({ state: 'disabled' })
  expect((await browser.get('/api/auth/me')).status).toBe(401)
  expect((await signIn(email)).status).toBe(401)
  expect((await admin.put(`/api/users/${id}/enable`)).json).toMatchObject({ state: 'active' })
  expect((await browser.get('/api/auth/me')).status).toBe(401)
  const reset = await (await visitor(app)).post('/api/auth/password-reset/confirm', {
    token: link,
    password: 'another-secret-1',
  })
  expect(code(reset)).toBe('LINK_INVALID')
  expect((await signIn(email)).status).toBe(200)
  expect(await entriesOf(id)).toEqual(Array(3).fill({ actor: admin.accountId, action: 'update' }))
  expect(await detailsOf(id)).toEqual({ before: { disabled: true }, after: { disabled: false } })
})

test('the same act twice is one entry: a repeat after a lost answer changes nothing', async () => {
  const { id } = await make()
  for (const act of ['disable', 'disable', 'enable', 'enable', 'unlock', 'unlock', 'second-factor-reset'])
    expect((await superadmin.put(`/api/users/${id}/${act}`)).status).toBe(200)
  expect(await entriesOf(id)).toHaveLength(2)
})

test('unlocking lifts a lock-out before its time', async () => {
  const { id, email } = await make()
  for (let n = 0; n < 5; n++) await signIn(email, 'wrong-password')
  expect((await signIn(email)).status).toBe(401)
  expect((await admin.put(`/api/users/${id}/unlock`)).json).toMatchObject({ state: 'active' })
  expect((await signIn(email)).status).toBe(200)
  expect(await detailsOf(id)).toEqual({ before: { locked: true }, after: { locked: false } })
})

test('a reset link goes to the holder and never to whoever asked for it', async () => {
  const { id, email } = await make()
  const reply = await admin.put(`/api/users/${id}/password-reset`)
  const mail = (await app.mails()).at(-1)
  expect(mail?.to).toBe(email)
  const token = tokenIn(mail?.text, '/password-reset')
  expect(reply.bytes.toString()).not.toContain(token)
  expect(JSON.stringify(await detailsOf(id))).not.toContain(token)
  await app.sql('UPDATE account SET password_hash = NULL WHERE id = $1', [id])
  expect(code(await admin.put(`/api/users/${id}/password-reset`))).toBe('CONFLICT')
})

test('removing second factors ends the sessions, and a mail tells the person', async () => {
  const { id, email } = await make()
  const browser = await visitor(app)
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

test('sessions of a person can be looked at and ended', async () => {
  const { id, email } = await make()
  const browser = await visitor(app)
  await browser.post('/api/auth/login', { email, password })
  const sessions = (await admin.get(`/api/users/${id}/sessions`)).json as SessionInfo[]
  expect(sessions).toMatchObject([{ ip: '127.0.0.1', current: false }])
  expect(JSON.stringify(sessions)).not.toContain(browser.cookies.get('__Host-sid'))
  expect((await admin.delete(`/api/users/${id}/sessions`)).status).toBe(204)
  expect((await browser.get('/api/auth/me')).status).toBe(401)
  expect((await admin.get(`/api/users/${id}/sessions`)).json).toEqual([])
  expect(await detailsOf(id)).toEqual({ sessions: 1 })
})

describe('roles', () => {
  test('a change of role counts at once, and ends the sessions of the old one (D27)', async () => {
    const { id, email } = await make()
    const browser = await visitor(app)
    await browser.post('/api/auth/login', { email, password })
    expect((await setRole(superadmin, id, 'admin')).json).toMatchObject({ role: 'admin' })
    expect((await browser.get('/api/auth/me')).status).toBe(401)
    expect(await detailsOf(id)).toEqual({ before: { role: 'user' }, after: { role: 'admin' } })
  })

  test('an admin can’t change roles, not even of a user', async () => {
    const { id } = await make()
    expect(code(await setRole(admin, id, 'admin'))).toBe('FORBIDDEN')
    expect(code(await setRole(admin, admin.accountId, 'superadmin'))).toBe('FORBIDDEN')
  })

  test('a role that the provider sets can’t be changed here (D30)', async () => {
    const { id } = await make()
    await app.sql("UPDATE account SET role_managed = true, provider = 'firebase' WHERE id = $1", [id])
    expect(code(await setRole(superadmin, id, 'admin'))).toBe('ROLE_MANAGED')
  })

  test('a change of role asks for a fresh sign-in', async () => {
    const stale = await app.signedIn('superadmin')
    await app.sql(
      "UPDATE session SET authenticated_at = now() - interval '6 minutes' WHERE account_id = $1",
      [stale.accountId],
    )
    expect(code(await setRole(stale, (await make()).id, 'admin'))).toBe('STEP_UP_REQUIRED')
  })
})

describe('an account of a higher rank', () => {
  test('shows neither its sessions nor the time of its sign-in; one of an equal rank does (D5)', async () => {
    const [boss, peer] = [await make('superadmin'), await make('admin')]
    for (const { email } of [boss, peer]) expect((await signIn(email)).status).toBe(200)
    const seen = async (by: TestPerson, { id }: { id: string }) => {
      const sessions = await by.get(`/api/users/${id}/sessions`)
      const user = (await by.get(`/api/users/${id}`)).json as ManagedUser
      return [sessions.status, code(sessions), typeof user.lastSignInAt]
    }
    expect(await seen(admin, boss)).toEqual([403, 'FORBIDDEN', 'object'])
    expect(await seen(superadmin, boss)).toEqual([200, undefined, 'string'])
    expect(await seen(admin, peer)).toEqual([200, undefined, 'string'])
  })
})

describe('the last enabled superadmin', () => {
  let alone: TestApp
  let last: TestPerson
  beforeAll(async () => {
    alone = await createTestApp()
    last = await alone.signedIn('superadmin')
    const gone = await alone.signedIn('superadmin')
    await last.put(`/api/users/${gone.accountId}/disable`)
  })
  afterAll(() => alone.close())

  test('can be neither demoted nor disabled, and the answer says why (D5)', async () => {
    const demoted = await setRole(last, last.accountId, 'user')
    const disabled = await last.put(`/api/users/${last.accountId}/disable`)
    expect([demoted.status, code(demoted)]).toEqual([409, 'LAST_SUPERADMIN'])
    expect([disabled.status, code(disabled)]).toEqual([409, 'LAST_SUPERADMIN'])
    expect((await last.get('/api/auth/me')).json).toMatchObject({ role: 'superadmin' })
  })

  test('is 403 to an admin, whatever the act, so that the answer does not say that it is the last', async () => {
    const lower = await alone.signedIn('admin')
    for (const [method, act] of acts) {
      const reply = await lower.call(method, `/api/users/${last.accountId}/${act}`)
      expect([act, reply.status, code(reply)]).toEqual([act, 403, 'FORBIDDEN'])
    }
  })

  test('of eleven who take away one another’s rank a hundred times at once, one stays', async () => {
    const others = await Promise.all(Array.from({ length: 10 }, () => alone.signedIn('superadmin')))
    const people = [...others, last]
    // A server takes so many connections of one address.
    const atOnce = pLimit(80)
    const calls = Array.from({ length: 100 }, (_, n) => {
      const by = people[n % 11] as TestPerson // there are eleven
      const target = people[(n + 1 + (n % 10)) % 11] as TestPerson
      return atOnce(() =>
        n % 3 === 0
          ? by.put(`/api/users/${target.accountId}/disable`)
          : setRole(by, target.accountId, n % 3 === 1 ? 'user' : 'admin'),
      )
    })
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses).toContain(200)
    expect(statuses.filter((status) => ![200, 401, 403, 409, 503].includes(status))).toEqual([])
    const left = await alone.sql("SELECT 1 FROM account WHERE role = 'superadmin' AND disabled_at IS NULL")
    expect(left.length).toBeGreaterThanOrEqual(1)
  })

  test('does not keep others from being disabled where there is none', async () => {
    const admin = await alone.signedIn('admin')
    const user = await alone.signedIn('user')
    await alone.sql("UPDATE account SET role = 'admin' WHERE role = 'superadmin'")
    expect((await admin.put(`/api/users/${user.accountId}/disable`)).status).toBe(200)
  })
})

test('what one admin does shows to another: the list tells the same as the act', async () => {
  const { id } = await make()
  const acted = (await admin.put(`/api/users/${id}/disable`)).json as ManagedUser
  expect((await superadmin.get(`/api/users/${id}`)).json).toEqual(acted)
})
