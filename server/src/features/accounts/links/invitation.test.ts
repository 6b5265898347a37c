import { randomUUID } from 'node:crypto'
import type { Role } from '@kyc/contract/accounts.ts'
import { getUser, inviteUser, listUsers, type ManagedUser } from '@kyc/contract/users.ts'
import { expect, test } from 'vitest'
import { anonymousBrowser, tokenIn } from '../../../testing/app/anonymous-browser.ts'
import { password } from '../../../testing/app/password-account.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestReply } from '../../../testing/app/test-client.ts'
import { cleanUpSessions } from '../sessions/clean-up-sessions.ts'

const { app, admin, superadmin } = useStage({
  admin: ['admin', '管理 太郎'],
  superadmin: ['superadmin', '統括 一郎'],
})
let invited = 0

function invite(
  body: Record<string, unknown>,
  { by = admin, key = randomUUID() }: { by?: TestAccount; key?: string } = {},
): Promise<TestReply> {
  return by.call('POST', '/api/users', { json: body, headers: { 'idempotency-key': key } })
}

function inviteNew(role: Role = 'user', by = admin): Promise<ManagedUser> {
  const body = { email: `invited${++invited}@example.com`, name: '招待 次郎', role }
  return by.send(inviteUser, { body, headers: { 'idempotency-key': randomUUID() } })
}

const show = (id: string) => admin.send(getUser, { params: { id } })

async function mailsTo(email: string | null): Promise<string[]> {
  return (await app.mails()).filter(({ to }) => to === email).map(({ text }) => text)
}

async function linkOf({ email }: ManagedUser): Promise<string> {
  return tokenIn((await mailsTo(email)).at(-1), '/invite')
}

async function inspect(token: string): Promise<TestReply> {
  return (await anonymousBrowser(app)).post('/api/auth/invitations/inspect', { token })
}

async function accept(token: string, name = '招待 次郎', secret = password): Promise<TestReply> {
  const body = { token, name, password: secret }
  return (await anonymousBrowser(app)).post('/api/auth/invitations/accept', body)
}

test('an invited account chooses name and password by the mailed link, and signs in', async () => {
  const user = await inviteNew()
  expect(user).toMatchObject({ state: 'invited', role: 'user', mayManage: true, lastSignInAt: null })
  expect(Date.parse(user.invitationExpiresAt ?? '') - Date.parse(user.createdAt)).toBeGreaterThan(
    6.9 * 86_400_000,
  )
  const [mail = ''] = await mailsTo(user.email)
  expect(mail).toContain('管理 太郎')
  const token = await linkOf(user)
  expect((await inspect(token)).json).toEqual({ email: user.email, name: '招待 次郎' })
  expect((await accept(token, '招待 二郎')).status).toBe(204)
  const signedIn = await (await anonymousBrowser(app)).post('/api/auth/login', {
    email: user.email,
    password,
  })
  expect(signedIn.json).toMatchObject({ user: { name: '招待 二郎', role: 'user' } })
  expect(await show(user.id)).toMatchObject({ state: 'active', invitationExpiresAt: null })
  const entries = await app.sql('SELECT action, actor FROM audit_event WHERE rid = $1 ORDER BY id', [user.id])
  expect(entries).toEqual([
    { action: 'create', actor: admin.accountId },
    { action: 'update', actor: user.id },
    { action: 'login', actor: user.id },
  ])
})

test('a link is valid once, also for twenty concurrent acceptances', async () => {
  const user = await inviteNew()
  const token = await linkOf(user)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => accept(token, `名前 ${n}`, `parallel-secret-${n}`)),
  )
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
  const accepted = replies.findIndex(({ status }) => status === 204)
  expect(await show(user.id)).toMatchObject({ name: `名前 ${accepted}` })
  expect(refusalOf(await accept(token))).toEqual([400, 'LINK_INVALID'])
  expect(refusalOf(await inspect(token))).toEqual([400, 'LINK_INVALID'])
})

test('a new invitation ends the earlier link, and an accepted one can’t be resent', async () => {
  const user = await inviteNew()
  const first = await linkOf(user)
  const resent = await admin.post(`/api/users/${user.id}/invitation`)
  expect(resent.json).toMatchObject({ state: 'invited' })
  const second = await linkOf(user)
  expect(refusalOf(await inspect(first))).toEqual([400, 'LINK_INVALID'])
  expect(refusalOf(await accept(first))).toEqual([400, 'LINK_INVALID'])
  expect((await accept(second)).status).toBe(204)
  expect(refusalOf(await admin.post(`/api/users/${user.id}/invitation`))).toEqual([409, 'CONFLICT'])
})

test('an invitation expires after seven days; the list still shows its expiry', async () => {
  const user = await inviteNew()
  const token = await linkOf(user)
  const back = "UPDATE one_time_token SET expires_at = expires_at - interval '7 days' WHERE account_id = $1"
  await app.sql(back, [user.id])
  expect(refusalOf(await inspect(token))).toEqual([400, 'LINK_INVALID'])
  expect(refusalOf(await accept(token))).toEqual([400, 'LINK_INVALID'])
  const shown = await show(user.id)
  expect(shown.state).toBe('invited')
  expect(Date.parse(shown.invitationExpiresAt ?? '')).toBeLessThanOrEqual(Date.now())
})

test('disabling an account ends its invitation, also after it is enabled again', async () => {
  const user = await inviteNew()
  const token = await linkOf(user)
  await admin.put(`/api/users/${user.id}/disable`)
  expect(refusalOf(await accept(token))).toEqual([400, 'LINK_INVALID'])
  await admin.put(`/api/users/${user.id}/enable`)
  expect(refusalOf(await accept(token))).toEqual([400, 'LINK_INVALID'])
})

test('a link is invalid for another purpose', async () => {
  const user = await inviteNew()
  const token = await linkOf(user)
  const reply = await (await anonymousBrowser(app)).post('/api/auth/password-reset/confirm', {
    token,
    password,
  })
  expect(refusalOf(reply)).toEqual([400, 'LINK_INVALID'])
})

test('a rejected password does not consume the invitation', async () => {
  const token = await linkOf(await inviteNew())
  // The rules apply to the name in the call, not to that of the invitation.
  for (const weak of ['password123', 'MinagawaMinagawa']) {
    const reply = await accept(token, 'Minagawa Jiro', weak)
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ field: 'password' })
  }
  expect((await accept(token)).status).toBe(204)
})

test('an admin invites users only; a superadmin every role, after step-up', async () => {
  for (const role of ['auditor', 'admin', 'superadmin']) {
    const refused = await invite({ email: `role-${role}@example.com`, name: '昇格 三郎', role })
    expect(refusalOf(refused)).toEqual([403, 'FORBIDDEN'])
  }
  for (const role of ['auditor', 'admin'] as const)
    expect(await inviteNew(role, superadmin)).toMatchObject({ role })
  const aged = await app.signedIn('superadmin')
  await app.sql("UPDATE session SET authenticated_at = now() - interval '6 minutes' WHERE account_id = $1", [
    aged.accountId,
  ])
  const late = await invite({ email: 'late@example.com', name: '昇格 四郎', role: 'admin' }, { by: aged })
  expect(refusalOf(late)).toEqual([403, 'STEP_UP_REQUIRED'])
  expect((await inviteNew('user', aged)).role).toBe('user')
})

test('a repeated invitation creates one account and sends one mail (D20)', async () => {
  const body = { email: 'again@example.com', name: '再送 五郎', role: 'user' }
  const key = randomUUID()
  const replies = await Promise.all([1, 2, 3].map(() => invite(body, { key })))
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(replies[1]?.json).toEqual(replies[0]?.json)
  const [user] = await admin.send(listUsers, { query: { search: body.email } })
  expect(replies[0]?.headers.get('location')).toBe(`/api/users/${user?.id}`)
  expect(await mailsTo(body.email)).toHaveLength(1)
  const other = await invite({ ...body, name: '別人' }, { key })
  expect(refusalOf(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('rejects an address in use in any spelling, without a mail', async () => {
  const user = await inviteNew()
  const mails = await app.mails()
  const reply = await invite({ email: user.email?.toUpperCase(), name: '重複 六郎', role: 'user' })
  expect(refusalOf(reply)).toEqual([409, 'EMAIL_IN_USE'])
  expect(await app.mails()).toHaveLength(mails.length)
})

test('deletes expired links except unused invitations', async () => {
  const [open, accepted] = [await inviteNew(), await inviteNew()]
  await accept(await linkOf(accepted))
  await admin.put(`/api/users/${accepted.id}/password-reset`)
  const both = [open.id, accepted.id]
  await app.sql(
    "UPDATE one_time_token SET expires_at = now() - interval '1 day' WHERE account_id = ANY($1)",
    [both],
  )
  await cleanUpSessions(app.services.db)
  const kept = await app.sql('SELECT account_id FROM one_time_token WHERE account_id = ANY($1)', [both])
  expect(kept).toEqual([{ account_id: open.id }])
})

test('an invitation works only while its author may invite with that role (D118)', async () => {
  const ends = {
    disabled: 'disabled_at = now()',
    demoted: "role = 'admin', own_role = 'admin'",
    auditor: "role = 'auditor', own_role = 'auditor'",
  }
  for (const [event, change] of Object.entries(ends)) {
    const author = await app.signedIn('superadmin', '前任 七郎')
    const user = await inviteNew('auditor', author)
    const token = await linkOf(user)
    expect((await inspect(token)).status).toBe(200)
    await app.sql(`UPDATE account SET ${change} WHERE id = $1`, [author.accountId])
    expect(refusalOf(await inspect(token)), event).toEqual([400, 'LINK_INVALID'])
    expect(refusalOf(await accept(token))).toEqual([400, 'LINK_INVALID'])
    const shown = await superadmin.send(getUser, { params: { id: user.id } })
    expect(Date.parse(shown.invitationExpiresAt ?? '')).toBeLessThanOrEqual(Date.now())
    expect((await superadmin.post(`/api/users/${user.id}/invitation`)).status).toBe(200)
    expect((await accept(await linkOf(user))).status).toBe(204)
  }
})

test('the account that changes the role of an invited account becomes the author of the invitation (D118)', async () => {
  const user = await inviteNew('user', admin)
  expect((await superadmin.put(`/api/users/${user.id}/role`, { role: 'admin' })).status).toBe(200)
  const token = await linkOf(user)
  expect((await accept(token)).status).toBe(204)
})

test('a sign-in by the provider ends the invitation', async () => {
  const user = await inviteNew()
  const token = await linkOf(user)
  await app.sql("UPDATE account SET provider = 'firebase', last_sign_in_at = now() WHERE id = $1", [user.id])
  expect(refusalOf(await accept(token))).toEqual([400, 'LINK_INVALID'])
})
