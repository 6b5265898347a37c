import { getConfig } from '@kyc/contract/system.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createTestApp, useStage } from '../../testing/app/test-app.ts'
import { createAccount, type NewAccount } from './create-account.ts'

const { app } = useStage()
const account: NewAccount = {
  email: 'Hanako@Example.com',
  name: '制作 花子',
  role: 'user',
  password: 'kawaii-neko-2718',
  actor: null,
}

test('stores the address as typed, and rejects other spellings of it', async () => {
  const countAccounts = async () => (await app.sql('SELECT 1 FROM account')).length
  const before = await countAccounts()
  expect(await createAccount(app.services, account)).toMatchObject({
    email: 'Hanako@Example.com',
    role: 'user',
  })
  const again = createAccount(app.services, { ...account, email: 'ｈａｎａｋｏ@example.COM' })
  await expect(again).rejects.toMatchObject({ code: 'EMAIL_IN_USE' })
  expect(await countAccounts()).toBe(before + 1)
})

test.each([
  ['email', { email: 'nobody' }],
  ['name', { name: ' ' }],
  ['password', { password: 'password1' }],
] as const)('an invalid %s is rejected at its field', async (field, wrong) => {
  const created = createAccount(app.services, { ...account, email: 'wrong@example.com', ...wrong })
  await expect(created).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { field } })
})

test.each([
  '"hana"@example.com',
  'hana@[127.0.0.1]',
  'hana@example.com.',
  'hana@example。com',
  'ha\u200bna@example.com',
  'hana＠b@example.com',
])('rejects the address %j, which is undeliverable or a look-alike', async (email) => {
  const created = createAccount(app.services, { ...account, email, password: null })
  await expect(created).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { field: 'email' } })
})

test('a rolled back account leaves no entry', async () => {
  const created = inTransaction(app.services.db, async (tx) => {
    const user = await createAccount(app.services, { ...account, email: 'rollback@example.com' }, tx)
    throw new Error(user.id)
  })
  const id = await created.catch((error: Error) => error.message)
  expect(await app.sql('SELECT 1 FROM audit_event WHERE rid = $1', [id])).toEqual([])
})

test('GET /api/config returns the settings of spec §3 with the values of spec §9', async () => {
  expect(await app.anonymous().send(getConfig)).toEqual({
    apiBase: '/api',
    websocketPath: '/ws',
    mockApi: false,
    environment: 'staging',
    secureCookies: true,
    requireHttps: true,
    analytics: true,
    emulator: false,
    build: { version: 'staging-emergency-fix-1.0.0', date: '2025-08-18' },
    demo: false,
    demoAccounts: [],
    firebase: null,
  })
})

test('only demo mode returns demo accounts to the login page', async () => {
  expect(await app.anonymous().send(getConfig)).toMatchObject({ demo: false, demoAccounts: [] })
  const demo = await createTestApp({ env: { DEMO: 'on' } })
  try {
    const { demoAccounts } = await demo.anonymous().send(getConfig)
    expect(demoAccounts.every(({ password }) => password === 'demo-password')).toBe(true)
    expect(demoAccounts.map(({ label, email, door }) => [label, email, door])).toEqual([
      ['一般ユーザー', 'user@example.com', '制作会社として見る'],
      ['同僚（担当）', 'staff@example.com', null],
      ['同僚（閲覧）', 'viewer@example.com', null],
      ['配信会社', 'distributor@example.com', '配信会社として見る'],
      ['管理者', 'admin@example.com', '審査する'],
      ['監査人', 'auditor@example.com', '監査する'],
      ['最高管理者', 'superadmin@example.com', null],
    ])
  } finally {
    await demo.close()
  }
})
