import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../../testing/app/sign-in.ts'
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import { TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { visitor } from '../../../testing/app/visitor.ts'
import { createAccount } from '../create-account.ts'

const password = 'kawaii-neko-2718'
const newPassword = 'kawaii-inu-2718'
let app: TestApp
let accounts = 0

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function person(): Promise<{ id: string; email: string; client: TestClient }> {
  const email = `own${++accounts}@example.com`
  const account = { email, name: '試験 花子', role: 'user', password, actor: null } as const
  const { id } = await createAccount(app.services, account)
  return { id, email, client: await signIn(app.services, app.url, id) }
}

function copyOf(client: TestClient): TestClient {
  const copy = new TestClient(client.url)
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  copy.csrfToken = client.csrfToken
  return copy
}

const me = async (client: TestClient) => (await client.get('/api/auth/me')).status
const code = (reply: TestReply) => (reply.json as { code?: unknown }).code

async function entriesOf(client: TestClient, action: string): Promise<object[]> {
  const reply = await client.get(`/api/audit-logs?action=${action}`)
  return (reply.json as { details: object }[]).map(({ details }) => details)
}

test('a new password ends every other session at once, and this one goes on under a new id', async () => {
  const { id, email, client } = await person()
  const other = await signIn(app.services, app.url, id)
  const stolen = copyOf(client)
  const reply = await client.put('/api/account/password', { currentPassword: password, newPassword })
  expect(reply.status).toBe(200)
  expect([await me(other), await me(stolen), await me(client)]).toEqual([401, 401, 200])
  client.csrfToken = (reply.json as { csrfToken: string }).csrfToken
  expect((await client.post('/api/auth/refresh')).status).toBe(200)
  const guest = await visitor(app)
  expect((await guest.post('/api/auth/login', { email, password })).status).toBe(401)
  expect((await guest.post('/api/auth/login', { email, password: newPassword })).status).toBe(200)
  const entries = await entriesOf(client, 'update')
  expect(entries).toEqual([{ change: 'password_changed' }])
  const mails = (await app.mails()).filter(({ to }) => to === email)
  expect(mails[0]?.subject).toContain('パスワードが変更されました')
})

test('a wrong password, a common one, one’s own address, and an account without one change nothing', async () => {
  const { client, email } = await person()
  const change = (currentPassword: string, next: string, by = client) =>
    by.put('/api/account/password', { currentPassword, newPassword: next })
  const before = await app.sql('SELECT password_hash FROM account ORDER BY id')
  expect(code(await change('wrong-password', newPassword))).toBe('PASSWORD_WRONG')
  for (const weak of ['baseball', email]) {
    expect((await change(password, weak)).json).toMatchObject({
      code: 'INVALID_INPUT',
      errors: [{ field: 'newPassword' }],
    })
  }
  const without = await app.signedIn('user')
  expect(code(await change('anything', newPassword, without))).toBe('CONFLICT')
  const rows = await app.sql('SELECT password_hash FROM account ORDER BY id')
  expect(rows.slice(0, before.length)).toEqual(before)
})

test('of two changes of the password at a time one counts', async () => {
  const { client } = await person()
  const change = (next: string) =>
    client.put('/api/account/password', { currentPassword: password, newPassword: next })
  const replies = await Promise.all([change('kawaii-inu-2718'), change('kawaii-tori-2718')])
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('people see their own sessions without their secrets, and end them one by one or all but this', async () => {
  const { id, client } = await person()
  const agent =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
  const [second, third] = [await signIn(app.services, app.url, id), await signIn(app.services, app.url, id)]
  await app.sql('UPDATE session SET user_agent = $2 WHERE account_id = $1', [id, agent])
  const list = async () =>
    (await client.get('/api/account/sessions')).json as { id: string; current: boolean; device: string }[]
  const sessions = await list()
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

test('the session in use and those of others are not there to be ended', async () => {
  const { client } = await person()
  const other = (await person()).client
  const idOf = async (of: TestClient) =>
    ((await of.get('/api/account/sessions')).json as { id: string }[])[0]?.id
  for (const id of [await idOf(client), await idOf(other)]) {
    expect((await client.delete(`/api/account/sessions/${id}`)).status).toBe(404)
  }
  expect([await me(client), await me(other)]).toEqual([200, 200])
})

test('a new name is seen at once and leaves one entry; the same name again leaves none', async () => {
  const { client } = await person()
  for (let n = 0; n < 2; n++) {
    const reply = await client.patch('/api/account', { name: ' 試験 春子 ' })
    expect(reply.json).toMatchObject({ name: '試験 春子', displayName: '試験 春子' })
  }
  expect((await client.get('/api/auth/me')).json).toMatchObject({ name: '試験 春子' })
  expect(await entriesOf(client, 'update')).toEqual([
    { before: { name: '試験 花子' }, after: { name: '試験 春子' } },
  ])
})
