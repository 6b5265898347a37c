import { randomUUID } from 'node:crypto'
import { listUsers } from '@kyc/contract/users.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anonymousBrowser, tokenIn } from '../../testing/app/anonymous-browser.ts'
import { password } from '../../testing/app/password-account.ts'
import { createTestApp, useStage } from '../../testing/app/test-app.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { startGoogleDouble } from '../../testing/doubles/google-double.ts'
import { emailColumns, nameColumns, noEmailColumns } from './account-columns.ts'
import { createAccount } from './create-account.ts'
import { checkProviderAccounts } from './provider/check-provider-accounts.ts'
import { inviteFromShell } from './users/invite-from-shell.ts'

const google = useStarted(startGoogleDouble)
const { app, superadmin } = useStage({ superadmin: ['superadmin', '統括 一郎'] }, () =>
  createTestApp({ overrides: { identity: google.provider } }),
)

/**
 * Runs `act`, which must change a name or an address, and compares every stored account with its folded
 * columns.
 */
async function expectFolded(act: () => Promise<unknown>): Promise<void> {
  const read = () =>
    app.sql<{ id: string; email: string | null; name: string; email_key: string }>(
      'SELECT id, email, email_key, email_folded, name, name_folded FROM account ORDER BY id',
    )
  const before = await read()
  await act()
  const after = await read()
  expect(after).not.toEqual(before)
  for (const row of after) {
    const address = row.email === null ? noEmailColumns(row.id) : emailColumns(row.email)
    expect(row).toEqual({ id: row.id, ...nameColumns(row.name), ...address })
  }
}

async function invite(email: string): Promise<void> {
  const reply = await superadmin.post('/api/users', { email, name: 'ﾔﾏﾀﾞ ﾊﾅｺ', role: 'user' })
  expect(reply.status).toBe(201)
}

async function signInAtProvider(uid: string, claims: Record<string, unknown>): Promise<void> {
  const idToken = await google.token(uid, { claims })
  const reply = await (await anonymousBrowser(app)).post('/api/auth/firebase/session', { idToken })
  expect(reply.status).toBe(200)
}

test('every act that writes a name or an address also stores its folded form (D18)', async () => {
  const account = {
    email: 'Ōno+KYC@Example.com',
    name: '髙橋 ユウ',
    role: 'user',
    password,
    actor: null,
  } as const
  await expectFolded(() => createAccount(app.services, account))
  const shell = { email: 'Shell@Example.com', name: '渡邉 一', role: 'user' } as const
  await expectFolded(() => inviteFromShell(app.services, shell))
  await expectFolded(() => invite('Invited@Example.com'))
  await expectFolded(async () => {
    const mail = (await app.mails()).find(({ to }) => to === 'Invited@Example.com')
    const body = { token: tokenIn(mail?.text, '/invite'), name: 'ミナ・アレクサンドラ', password }
    expect((await (await anonymousBrowser(app)).post('/api/auth/invitations/accept', body)).status).toBe(204)
  })
  await expectFolded(() => superadmin.patch('/api/account', { name: '齋藤 ヒロ' }))

  const uid = randomUUID()
  const unverified = { email: 'Provided@Example.com', name: 'Müller 濱田', email_verified: false }
  await expectFolded(() => signInAtProvider(uid, unverified))
  await expectFolded(async () => {
    google.accounts.set(uid, { email: 'Corrected@Example.com', emailVerified: false })
    await app.sql("UPDATE account SET provider_checked_at = now() - interval '10 minutes'")
    await checkProviderAccounts(app.services)
    expect(await app.sql('SELECT FROM account WHERE email = $1', ['Corrected@Example.com'])).toHaveLength(1)
  })
  await expectFolded(() => invite('Corrected@Example.com'))
  expect(await app.sql('SELECT FROM account WHERE email IS NULL AND email_folded IS NULL')).toHaveLength(1)
})

test('the search finds an account by any part of its name or address, in any spelling', async () => {
  const part = fc.record({ from: fc.nat(), length: fc.integer({ min: 1, max: 6 }), ofName: fc.boolean() })
  const name = '葛󠄀西 ガンヴァ・Ōno'
  const email = "O'Brien-é@example.com"
  const account = { email, name, role: 'user', password: null, actor: null } as const
  const { id } = await createAccount(app.services, account)
  await fc.assert(
    fc.asyncProperty(part, async ({ from, length, ofName }) => {
      const whole = Array.from(ofName ? name : email)
      const start = from % whole.length
      const search = whole
        .slice(start, start + length)
        .join('')
        .normalize('NFKD')
        .toUpperCase()
      const users = await superadmin.send(listUsers, { query: { search, limit: '200' } })
      expect(users.map((user) => user.id)).toContain(id)
    }),
    { numRuns: 40 },
  )
})
