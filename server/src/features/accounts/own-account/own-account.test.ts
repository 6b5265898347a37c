import {
  changePassword,
  changeRecordMails,
  getRecordMails,
  listOwnSessions,
  type RecordMailTime,
} from '@kyc/contract/account.ts'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import type { AuditAction } from '@kyc/contract/audit-vocabulary.ts'
import { expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createPasswordAccount, password } from '../../../testing/app/password-account.ts'
import { signIn } from '../../../testing/app/sign-in.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'

const newPassword = 'kawaii-inu-2718'
const { app } = useStage()

async function signedIn(): Promise<{ id: string; email: string; client: TestClient }> {
  const { id, email } = await createPasswordAccount(app)
  return { id, email, client: await signIn(app.services, app.url, id) }
}

const me = async (client: TestClient) => (await client.get('/api/auth/me')).status

async function entriesOf(client: TestClient, action: AuditAction): Promise<unknown[]> {
  return (await client.send(listAuditLogs, { query: { action } })).map(({ details }) => details)
}

test('a new password ends every other session at once, and this one continues under a new id', async () => {
  const { id, email, client } = await signedIn()
  const other = await signIn(app.services, app.url, id)
  const stolen = client.copy()
  const body = { currentPassword: password, newPassword }
  const { csrfToken } = await client.send(changePassword, { body })
  expect([await me(other), await me(stolen), await me(client)]).toEqual([401, 401, 200])
  client.csrfToken = csrfToken
  expect((await client.post('/api/auth/refresh')).status).toBe(200)
  const guest = await anonymousBrowser(app)
  expect((await guest.post('/api/auth/login', { email, password })).status).toBe(401)
  expect((await guest.post('/api/auth/login', { email, password: newPassword })).status).toBe(200)
  const entries = await entriesOf(client, 'update')
  expect(entries).toEqual([{ change: 'password_changed' }])
  const mails = (await app.mails()).filter(({ to }) => to === email)
  expect(mails[0]?.subject).toContain('パスワードが変更されました')
})

test('rejects a wrong password, a new one that breaks the rules, and an account without a password', async () => {
  const { client, email } = await signedIn()
  const change = (currentPassword: string, next: string, by = client) =>
    by.put('/api/account/password', { currentPassword, newPassword: next })
  const before = await app.sql('SELECT password_hash FROM account ORDER BY id')
  expect((await change('wrong-password', newPassword)).json).toMatchObject({
    status: 400,
    code: 'PASSWORD_WRONG',
    field: 'currentPassword',
  })
  for (const weak of ['baseball', email]) {
    expect((await change(password, weak)).json).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ field: 'newPassword' }],
    })
  }
  const without = await app.signedIn('user')
  expect(refusalOf(await change('anything', newPassword, without))).toEqual([409, 'CONFLICT'])
  const rows = await app.sql('SELECT password_hash FROM account ORDER BY id')
  expect(rows.slice(0, before.length)).toEqual(before)
})

test('one of two concurrent password changes succeeds', async () => {
  const { client } = await signedIn()
  const change = (next: string) =>
    client.put('/api/account/password', { currentPassword: password, newPassword: next })
  const replies = await Promise.all([change('kawaii-inu-2718'), change('kawaii-tori-2718')])
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('an account lists its sessions without secrets, and ends one of them or all others', async () => {
  const { id, client } = await signedIn()
  const agent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const [second, third] = [await signIn(app.services, app.url, id), await signIn(app.services, app.url, id)]
  await app.sql('UPDATE session SET user_agent = $2 WHERE account_id = $1', [id, agent])
  const sessions = await client.send(listOwnSessions)
  expect(sessions.map(({ device }) => device)).toEqual(Array(3).fill('Chrome / Windows'))
  expect(sessions.filter(({ current }) => current)).toHaveLength(1)
  expect(JSON.stringify(sessions)).not.toContain(client.cookies.get('__Host-sid'))
  const secondId = sessions.find(({ current }) => !current)?.id
  expect((await client.delete(`/api/account/sessions/${secondId}`)).status).toBe(204)
  expect([await me(second), await me(third)].sort()).toEqual([200, 401])
  expect((await client.delete('/api/account/sessions')).status).toBe(204)
  expect([await me(second), await me(third), await me(client)]).toEqual([401, 401, 200])
  expect((await client.delete('/api/account/sessions')).status).toBe(204)
  expect(await entriesOf(client, 'logout')).toEqual([{ sessions: 1 }, { sessions: 1 }])
})

test('ending the session in use or one of another account returns 404', async () => {
  const { client } = await signedIn()
  const other = (await signedIn()).client
  const idOf = async (owner: TestClient) => (await owner.send(listOwnSessions))[0]?.id
  for (const id of [await idOf(client), await idOf(other)]) {
    expect((await client.delete(`/api/account/sessions/${id}`)).status).toBe(404)
  }
  expect([await me(client), await me(other)]).toEqual([200, 200])
})

test('a new name is visible at once and writes one entry; an unchanged name writes none', async () => {
  const { client } = await signedIn()
  for (let n = 0; n < 2; n++) {
    const reply = await client.patch('/api/account', { name: ' 試験 春子 ' })
    expect(reply.json).toMatchObject({ name: '試験 春子', displayName: '試験 春子' })
  }
  expect((await client.get('/api/auth/me')).json).toMatchObject({ name: '試験 春子' })
  expect(await entriesOf(client, 'update')).toEqual([
    { before: { name: '試験 花子' }, after: { name: '試験 春子' } },
  ])
})

test('the time of mails about records of others is daily until it is changed, with one entry (D67)', async () => {
  const { client } = await signedIn()
  expect(await client.send(getRecordMails)).toEqual({ recordMails: 'daily' })
  const change = (recordMails: RecordMailTime) => client.send(changeRecordMails, { body: { recordMails } })
  expect(await change('off')).toEqual({ recordMails: 'off' })
  await change('off')
  expect(await client.send(getRecordMails)).toEqual({ recordMails: 'off' })
  expect(await entriesOf(client, 'update')).toEqual([
    { before: { recordMails: 'daily' }, after: { recordMails: 'off' } },
  ])
  const wrong = await client.put('/api/account/record-mails', { recordMails: 'weekly' })
  expect(refusalOf(wrong)).toEqual([400, 'INVALID_INPUT'])
})
