import { randomUUID } from 'node:crypto'
import type { Role } from '@kyc/contract/accounts.ts'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { inviteUser, type ManagedUser } from '@kyc/contract/users.ts'
import { expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createTestApp, type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import type { TestReply } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { startGoogleDouble } from '../../../testing/doubles/google-double.ts'

const google = useStarted(startGoogleDouble)
const { app, superadmin } = useStage({ superadmin: ['superadmin', '統括 一郎'] }, () =>
  createTestApp({ overrides: { identity: google.provider } }),
)
let invited = 0

function invite(role: Role, by: TestAccount): Promise<ManagedUser> {
  const body = { email: `late${++invited}@example.com`, name: '招待 次郎', role }
  return by.send(inviteUser, { body, headers: { 'idempotency-key': randomUUID() } })
}

async function signIn({ email, id }: ManagedUser, claims: Record<string, unknown> = {}): Promise<TestReply> {
  const idToken = await google.token(`uid-${id}`, { claims: { email, ...claims } })
  return (await anonymousBrowser(app)).post('/api/auth/firebase/session', { idToken })
}

test.each(['admin', 'auditor'] as const)(
  'a sign-in by the provider gets the role %s from an invitation that works',
  async (role) => {
    const user = await invite(role, superadmin)
    expect((await signIn(user)).json).toMatchObject({ user: { id: user.id, role } })
    expect((await signIn(user)).json).toMatchObject({ user: { id: user.id, role } })
  },
)

test.each([
  ['is disabled', 'UPDATE account SET disabled_at = now() WHERE id = $1'],
  ['is no superadmin any more', "UPDATE account SET role = 'admin', own_role = 'admin' WHERE id = $1"],
  ['invited more than seven days ago', 'UPDATE one_time_token SET expires_at = now() WHERE issued_by = $1'],
])('gets no role from an invitation whose author %s (D118)', async (_, end) => {
  for (const role of ['admin', 'auditor'] as const) {
    const author = await app.signedIn('superadmin', '前任 七郎')
    const user = await invite(role, author)
    await app.sql(end, [author.accountId])
    expect((await signIn(user)).json, role).toMatchObject({ user: { id: user.id, role: 'user' } })
    const roleOf = (value: Role) => ({ role: value, roleManaged: false })
    const query = { resourceId: user.id, action: 'update' } as const
    const details = (await superadmin.send(listAuditLogs, { query })).map((entry) => entry.details)
    expect(details).toContainEqual({ before: roleOf(role), after: roleOf('user') })
  }
})

test('a claim of the provider makes no superadmin of an ended invitation of one', async () => {
  const author = await app.signedIn('superadmin', '前任 七郎')
  const user = await invite('user', author)
  await app.sql("UPDATE account SET role = 'superadmin', own_role = NULL WHERE id = $1", [user.id])
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [author.accountId])
  expect((await signIn(user, { role: 'superadmin' })).json).toMatchObject({ user: { role: 'admin' } })
})
