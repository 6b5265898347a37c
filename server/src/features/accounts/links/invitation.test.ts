import { randomUUID } from 'node:crypto'
import type { ManagedUser } from '@kyc/contract/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../testing/app/test-app.ts'
import type { TestReply } from '../../../testing/app/test-client.ts'
import { tokenIn, visitor } from '../../../testing/app/visitor.ts'
import { cleanUpSessions } from '../sessions/clean-up-sessions.ts'

const password = 'kawaii-neko-2718'
let app: TestApp
let admin: TestPerson
let superadmin: TestPerson
let invited = 0

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signedIn('admin', '管理 太郎')
  superadmin = await app.signedIn('superadmin', '統括 一郎')
})
afterAll(() => app.close())

function invite(
  body: Record<string, unknown>,
  { by = admin, key = randomUUID() }: { by?: TestPerson; key?: string } = {},
): Promise<TestReply> {
  return by.call('POST', '/api/users', { json: body, headers: { 'idempotency-key': key } })
}

async function inviteSomebody(role = 'user', by = admin): Promise<ManagedUser> {
  const reply = await invite({ email: `invited${++invited}@example.com`, name: '招待 次郎', role }, { by })
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return reply.json as ManagedUser // parsed by the server against the contract
}

async function mailsTo(email: string | null): Promise<string[]> {
  return (await app.mails()).filter(({ to }) => to === email).map(({ text }) => text)
}

async function linkOf({ email }: ManagedUser): Promise<string> {
  return tokenIn((await mailsTo(email)).at(-1), '/invite')
}

async function inspect(token: string): Promise<TestReply> {
  return (await visitor(app)).post('/api/auth/invitations/inspect', { token })
}

async function accept(token: string, name = '招待 次郎', secret = password): Promise<TestReply> {
  const body = { token, name, password: secret }
  return (await visitor(app)).post('/api/auth/invitations/accept', body)
}

const code = (reply: TestReply) => (reply.json as { code: string }).code

test('an invited person gets a mail, chooses name and password, and signs in', async () => {
  const user = await inviteSomebody()
  expect(user).toMatchObject({ state: 'invited', role: 'user', mayManage: true, lastSignInAt: null })
  expect(Date.parse(user.invitationExpiresAt ?? '') - Date.parse(user.createdAt)).toBeGreaterThan(
    6.9 * 86_400_000,
  )
  const [mail = ''] = await mailsTo(user.email)
  expect(mail).toContain('管理 太郎')
  const token = await linkOf(user)
  expect((await inspect(token)).json).toEqual({ email: user.email, name: '招待 次郎' })
  expect((await accept(token, '招待 二郎')).status).toBe(204)
  const signedIn = await (await visitor(app)).post('/api/auth/login', { email: user.email, password })
  expect(signedIn.json).toMatchObject({ user: { name: '招待 二郎', role: 'user' } })
  expect((await admin.get(`/api/users/${user.id}`)).json).toMatchObject({
    state: 'active',
    invitationExpiresAt: null,
  })
  const entries = await app.sql('SELECT action, actor FROM audit_event WHERE rid = $1 ORDER BY id', [user.id])
  expect(entries).toEqual([
    { action: 'create', actor: admin.accountId },
    { action: 'update', actor: user.id },
    { action: 'login', actor: user.id },
  ])
})

test('a link works once, and of twenty acceptances at a time exactly one counts', async () => {
  const user = await inviteSomebody()
  const token = await linkOf(user)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => accept(token, `名前 ${n}`, `parallel-secret-${n}`)),
  )
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
  const won = replies.findIndex(({ status }) => status === 204)
  expect((await admin.get(`/api/users/${user.id}`)).json).toMatchObject({ name: `名前 ${won}` })
  expect(code(await accept(token))).toBe('LINK_INVALID')
  expect(code(await inspect(token))).toBe('LINK_INVALID')
})

test('a new invitation ends the link of the earlier one, and an accepted one can’t be sent again', async () => {
  const user = await inviteSomebody()
  const first = await linkOf(user)
  const resent = await admin.post(`/api/users/${user.id}/invitation`)
  expect(resent.json).toMatchObject({ state: 'invited' })
  const second = await linkOf(user)
  expect(code(await inspect(first))).toBe('LINK_INVALID')
  expect(code(await accept(first))).toBe('LINK_INVALID')
  expect((await accept(second)).status).toBe(204)
  expect(code(await admin.post(`/api/users/${user.id}/invitation`))).toBe('CONFLICT')
})

test('an invitation lasts seven days; the list still says until when it could be accepted', async () => {
  const user = await inviteSomebody()
  const token = await linkOf(user)
  const back = "UPDATE one_time_token SET expires_at = expires_at - interval '7 days' WHERE account_id = $1"
  await app.sql(back, [user.id])
  expect(code(await inspect(token))).toBe('LINK_INVALID')
  expect(code(await accept(token))).toBe('LINK_INVALID')
  const shown = (await admin.get(`/api/users/${user.id}`)).json as ManagedUser
  expect(shown.state).toBe('invited')
  expect(Date.parse(shown.invitationExpiresAt ?? '')).toBeLessThanOrEqual(Date.now())
})

test('a disabled account can’t be entered by its invitation, not even once it is enabled again', async () => {
  const user = await inviteSomebody()
  const token = await linkOf(user)
  await admin.put(`/api/users/${user.id}/disable`)
  expect(code(await accept(token))).toBe('LINK_INVALID')
  await admin.put(`/api/users/${user.id}/enable`)
  expect(code(await accept(token))).toBe('LINK_INVALID')
})

test('a link of one kind opens nothing of the other', async () => {
  const user = await inviteSomebody()
  const token = await linkOf(user)
  const reply = await (await visitor(app)).post('/api/auth/password-reset/confirm', { token, password })
  expect(code(reply)).toBe('LINK_INVALID')
})

test('a password that breaks the rules does not use the invitation up', async () => {
  const token = await linkOf(await inviteSomebody())
  // The name is the one that is given now.
  for (const weak of ['password123', 'MinagawaMinagawa']) {
    const reply = await accept(token, 'Minagawa Jiro', weak)
    expect([reply.status, (reply.json as { field: string }).field]).toEqual([400, 'password'])
  }
  expect((await accept(token)).status).toBe(204)
})

test('an admin invites users only; a superadmin anybody, after a fresh sign-in', async () => {
  for (const role of ['admin', 'superadmin']) {
    const refused = await invite({ email: `rank-${role}@example.com`, name: '昇格 三郎', role })
    expect([refused.status, code(refused)]).toEqual([403, 'FORBIDDEN'])
  }
  expect(await inviteSomebody('admin', superadmin)).toMatchObject({ role: 'admin' })
  const stale = await app.signedIn('superadmin')
  await app.sql("UPDATE session SET authenticated_at = now() - interval '6 minutes' WHERE account_id = $1", [
    stale.accountId,
  ])
  const late = await invite({ email: 'late@example.com', name: '昇格 四郎', role: 'admin' }, { by: stale })
  expect(code(late)).toBe('STEP_UP_REQUIRED')
  expect((await inviteSomebody('user', stale)).role).toBe('user')
})

test('the same invitation sent again makes one account and one mail (D20)', async () => {
  const body = { email: 'again@example.com', name: '再送 五郎', role: 'user' }
  const key = randomUUID()
  const replies = await Promise.all([1, 2, 3].map(() => invite(body, { key })))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(replies[1]?.json).toEqual(replies[0]?.json)
  const [user] = (await admin.get(`/api/users?search=${body.email}`)).json as ManagedUser[]
  expect(replies[0]?.headers.get('location')).toBe(`/api/users/${user?.id}`)
  expect(await mailsTo(body.email)).toHaveLength(1)
  const other = await invite({ ...body, name: '別人' }, { key })
  expect([other.status, code(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('an address that is taken is refused in any spelling, and sends nothing', async () => {
  const user = await inviteSomebody()
  const mails = await app.mails()
  const reply = await invite({ email: user.email?.toUpperCase(), name: '重複 六郎', role: 'user' })
  expect([reply.status, code(reply)]).toEqual([409, 'EMAIL_IN_USE'])
  expect(await app.mails()).toHaveLength(mails.length)
})

test('what has expired is cleared away, save invitations that nobody has accepted', async () => {
  const [open, accepted] = [await inviteSomebody(), await inviteSomebody()]
  await accept(await linkOf(accepted))
  await admin.put(`/api/users/${accepted.id}/password-reset`)
  const both = [open.id, accepted.id]
  await app.sql(
    "UPDATE one_time_token SET expires_at = now() - interval '1 day' WHERE account_id = ANY($1)",
    [both],
  )
  await cleanUpSessions(app.services.db)
  const left = await app.sql('SELECT account_id FROM one_time_token WHERE account_id = ANY($1)', [both])
  expect(left).toEqual([{ account_id: open.id }])
})

test('somebody who came another way can’t be taken over by an old invitation', async () => {
  const user = await inviteSomebody()
  const token = await linkOf(user)
  await app.sql("UPDATE account SET provider = 'firebase', last_sign_in_at = now() WHERE id = $1", [user.id])
  expect(code(await accept(token))).toBe('LINK_INVALID')
})
