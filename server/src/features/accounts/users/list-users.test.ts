import { getUser, listUsers, type ManagedUser } from '@kyc/contract/users.ts'
import { expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createPasswordAccount, password } from '../../../testing/app/password-account.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { nextOf, replyOf, type TestReply } from '../../../testing/app/test-client.ts'

const { app, superadmin, admin } = useStage({
  superadmin: ['superadmin', '統括 一郎'],
  admin: ['admin', '管理 太郎'],
})

async function create(email: string, name: string, secret: string | null = password): Promise<string> {
  return (await createPasswordAccount(app, { email, name, password: secret })).id
}

function list(query: string): Promise<TestReply> {
  return admin.get(`/api/users${query}`)
}

async function find(search: string): Promise<string[]> {
  return (await admin.send(listUsers, { query: { search } })).map(({ name }) => name)
}

function show(id: string, by = admin): Promise<ManagedUser> {
  return by.send(getUser, { params: { id } })
}

test('lists accounts newest first in pages, each once, with their number', async () => {
  for (let n = 0; n < 5; n++) await create(`page${n}@example.com`, `頁 ${n}`, null)
  const seen: string[] = []
  let address: string | undefined = '/api/users?search=%E9%A0%81&limit=2'
  for (let pages = 0; address !== undefined; pages++) {
    expect(pages).toBeLessThan(3)
    const reply: TestReply = await admin.get(address)
    expect([reply.headers.get('x-total-count'), reply.headers.get('x-total-count-exact')]).toEqual([
      '5',
      null,
    ])
    seen.push(...replyOf(listUsers, reply).map(({ name }) => name))
    address = nextOf(reply)
  }
  expect(seen).toEqual(['頁 4', '頁 3', '頁 2', '頁 1', '頁 0'])
})

test.each([
  ['高橋', '髙橋 ゆう'],
  ['髙橋ゆう', '髙橋 ゆう'],
  ['ユウ 高橋', '髙橋 ゆう'],
  ['ＴＡＫＡＨＡＳＨＩ', '髙橋 ゆう'],
  ['takahashi+kyc@', '髙橋 ゆう'],
  ['橋', '髙橋 ゆう'],
])('the search for %s finds %s by name or address', async (search, name) => {
  if ((await find('takahashi')).length === 0) await create('Takahashi+KYC@example.com', '髙橋 ゆう')
  expect(await find(search)).toEqual([name])
})

test.each(['%', '_', '\\', "'", '高橋 佐藤', 'xyz'])('the search for %s finds no account', async (search) => {
  await create(`none${encodeURIComponent(search).length}-${search.length}@example.com`, '誰 か').catch(
    () => undefined,
  )
  expect(await find(search)).toEqual([])
})

test('the search uses an index', async () => {
  const query = `SELECT id FROM account a WHERE text_grams(a.search_text) @> ARRAY['高橋']`
  await app.sql('SET enable_seqscan = off')
  const plan = await app.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${query}`)
  await app.sql('RESET enable_seqscan')
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('account_search')
})

test('filters by role, and rejects a cursor of another list', async () => {
  const admins = await admin.send(listUsers, { query: { role: 'admin' } })
  expect(admins.map(({ id }) => id)).toEqual([admin.accountId])
  const link = (await list('?limit=1')).headers.get('link') ?? ''
  const cursor = /cursor=([\w-]+)/.exec(link)?.[1]
  expect((await list(`?limit=1&role=user&cursor=${cursor}`)).json).toMatchObject({ code: 'CURSOR_INVALID' })
  expect((await list('?role=king')).status).toBe(400)
  expect((await list('?search=')).status).toBe(200)
})

test('returns only the fields of the contract', async () => {
  const [user] = await admin.send(listUsers, { query: { role: 'superadmin' } })
  expect(Object.keys(user ?? {}).sort()).toEqual([
    'createdAt',
    'email',
    'emailVerified',
    'id',
    'invitationExpiresAt',
    'lastSignInAt',
    'mayManage',
    'name',
    'organisations',
    'provider',
    'role',
    'roleManaged',
    'secondFactor',
    'state',
    'superadminRequest',
  ])
})

test('the state is the strongest reason that prevents a sign-in', async () => {
  const id = await create('state@example.com', '状態 一')
  expect((await show(id)).state).toBe('active')
  const fail = async () =>
    (await anonymousBrowser(app)).post('/api/auth/login', {
      email: 'state@example.com',
      password: 'wrong-password',
    })
  for (let n = 0; n < 5; n++) await fail()
  expect((await show(id)).state).toBe('locked')
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [id])
  expect((await show(id)).state).toBe('disabled')
  expect((await show(await create('state2@example.com', '状態 二', null))).state).toBe('invited')
})

test('the state is also locked if only a device is locked', async () => {
  const id = await create('device@example.com', '端末 花子')
  await app.sql(
    `INSERT INTO attempt_bucket (bucket, failed_at, locked_until, expires_at)
     VALUES ($1, '{}', now() + interval '5 minutes', now() + interval '5 minutes')`,
    [`device:${id}:abc`],
  )
  expect((await show(id)).state).toBe('locked')
  expect((await admin.put(`/api/users/${id}/unlock`)).json).toMatchObject({ state: 'active' })
})

test('shows a confirmed authenticator app as second factor, but no unconfirmed one', async () => {
  const id = await create('factor@example.com', '二段 花子')
  await app.sql("INSERT INTO totp (account_id, secret_enc) VALUES ($1, 'x')", [id])
  expect((await show(id)).secondFactor).toBe(false)
  await app.sql('UPDATE totp SET confirmed_at = now() WHERE account_id = $1', [id])
  expect((await show(id)).secondFactor).toBe(true)
})

test('mayManage follows the roles, and is never true for the own account (D5)', async () => {
  const other = await app.signedIn('admin')
  const user = await create('managed@example.com', '一般 花子')
  const shown = async (by: TestAccount) => {
    const ids = [user, other.accountId, superadmin.accountId, by.accountId]
    return Promise.all(ids.map(async (id) => (await show(id, by)).mayManage))
  }
  expect(await shown(admin)).toEqual([true, false, false, false])
  expect(await shown(superadmin)).toEqual([true, true, false, false])
  const second = await app.signedIn('superadmin')
  expect((await show(second.accountId, superadmin)).mayManage).toBe(true)
})

test('a user can’t read accounts', async () => {
  const user = await app.signedIn('user')
  for (const address of [
    '/api/users',
    `/api/users/${user.accountId}`,
    `/api/users/${user.accountId}/sessions`,
  ])
    expect((await user.get(address)).json).toMatchObject({ code: 'FORBIDDEN' })
})
