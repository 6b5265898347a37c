import { listAuditLogs } from '@kyc/contract/audit.ts'
import { firebaseSession } from '@kyc/contract/sign-in.ts'
import {
  changeRole,
  confirmSuperadmin,
  disableUser,
  enableUser,
  getUser,
  inviteUser,
  refuseSuperadmin,
} from '@kyc/contract/users.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anonymousBrowser } from '../../../testing/app/anonymous-browser.ts'
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/app/test-app.ts'
import { refusalOf, replyOf } from '../../../testing/app/test-client.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { startGoogleDouble } from '../../../testing/doubles/google-double.ts'

const google = useStarted(startGoogleDouble)
let app: TestApp
let first: TestAccount
let user: TestAccount

beforeEach(async () => {
  app = await createTestApp({ overrides: { identity: google.provider } })
  first = await app.signedIn('superadmin', '統括 一郎')
  user = await app.signedIn('admin', '昇格 花子')
})
afterEach(() => app.close())

const promote = (id = user.accountId, by = first) =>
  by.send(changeRole, { params: { id }, body: { role: 'superadmin' } })
const confirmation = (by: TestAccount, id: string = user.accountId) =>
  by.put(`/api/users/${id}/superadmin-request/confirmation`)
/** Signs in with a token of the provider, and returns the id of the account. */
async function signIn(uid: string, claims: Record<string, unknown>): Promise<string> {
  const body = { idToken: await google.token(uid, { claims }) }
  const reply = await (await anonymousBrowser(app)).post('/api/auth/firebase/session', body)
  return replyOf(firebaseSession, reply).user?.id ?? ''
}
const roleOf = async (id: string) => (await first.send(getUser, { params: { id } })).role
const subjectsTo = async ({ email }: TestAccount) =>
  (await app.mails()).filter(({ to }) => to === email).map(({ subject }) => subject.replace(/^【.*】/, ''))

test('the only superadmin may appoint another one; every later one is confirmed by a superadmin of some days (D116)', async () => {
  const second = await promote()
  expect(second).toMatchObject({ role: 'superadmin', superadminRequest: null })
  expect(await subjectsTo(first)).toEqual(['最高管理者が追加されました'])
  const seconder = await app.signedIn('superadmin', '統括 二郎')
  const body = { email: 'third@example.com', name: '統括 三郎', role: 'superadmin' } as const
  const invited = await first.send(inviteUser, { body })
  expect(invited).toMatchObject({
    role: 'user',
    superadminRequest: { requestedBy: '統括 一郎', own: true },
  })
  expect(refusalOf(await confirmation(first, invited.id))).toEqual([409, 'OWN_REQUEST'])
  await app.sql("UPDATE account SET role_since = now() - interval '6 days' WHERE id = $1", [
    seconder.accountId,
  ])
  expect(refusalOf(await confirmation(seconder, invited.id))).toEqual([409, 'SECOND_PERSON_TOO_NEW'])
  await app.sql("UPDATE account SET role_since = now() - interval '8 days' WHERE id = $1", [
    seconder.accountId,
  ])
  const confirmed = await seconder.send(confirmSuperadmin, { params: { id: invited.id } })
  expect(confirmed).toMatchObject({ role: 'superadmin', superadminRequest: null })
  expect(refusalOf(await confirmation(seconder, invited.id))).toEqual([409, 'CONFLICT'])
  expect((await subjectsTo(seconder)).slice(-2)).toEqual([
    '最高管理者の追加が申請されました',
    '最高管理者が追加されました',
  ])
  const entries = await first.send(listAuditLogs, { query: { resourceId: invited.id, action: 'update' } })
  expect(entries.map(({ details }) => details)).toEqual([
    { before: { role: 'user' }, after: { role: 'superadmin' } },
    { change: 'superadmin_requested' },
  ])
})

test('a request changes nothing until it is confirmed, ends with its author, and can be refused', async () => {
  const other = await app.signedIn('superadmin', '統括 二郎')
  const open = await promote()
  expect(open).toMatchObject({ role: 'admin', superadminRequest: { own: true } })
  expect(await promote()).toEqual(open)
  expect((await user.get('/api/auth/me')).json).toMatchObject({ role: 'admin' })
  const plain = await app.signedIn('admin')
  expect((await plain.send(getUser, { params: { id: user.accountId } })).superadminRequest).toBeNull()
  const refused = await other.send(refuseSuperadmin, { params: { id: user.accountId } })
  expect(refused).toMatchObject({ role: 'admin', superadminRequest: null })
  await promote()
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [first.accountId])
  expect(refusalOf(await confirmation(other))).toEqual([409, 'CONFLICT'])
})

test('a superadmin who disables or demotes the only other one still needs a second person for some days, and each step is mailed', async () => {
  const other = await app.signedIn('superadmin', '統括 二郎')
  expect((await first.put(`/api/users/${other.accountId}/disable`)).status).toBe(200)
  expect((await promote()).role).toBe('admin')
  // The only enabled superadmin may enable the other one without a confirmation; the days of the other one begin again.
  await first.put(`/api/users/${other.accountId}/enable`)
  expect(await first.send(getUser, { params: { id: other.accountId } })).not.toMatchObject({
    state: 'disabled',
  })
  await first.put(`/api/users/${other.accountId}/role`, { role: 'admin' })
  expect((await promote()).role).toBe('admin')
  expect(await subjectsTo(first)).toEqual([
    '最高管理者が減りました',
    '最高管理者の追加が申請されました',
    '最高管理者のアカウントが有効になりました',
    '最高管理者が減りました',
  ])
  expect(await subjectsTo(other)).toEqual(['最高管理者が減りました', '最高管理者が減りました'])
  await app.sql("UPDATE account SET superadmin_until = now() - interval '8 days' WHERE id = $1", [
    other.accountId,
  ])
  await first.send(refuseSuperadmin, { params: { id: user.accountId } })
  expect((await promote()).role).toBe('superadmin')
})

test('a disabled superadmin is enabled by two others, like a new one', async () => {
  const [second, gone] = [await app.signedIn('superadmin'), await app.signedIn('superadmin')]
  const params = { id: gone.accountId }
  await first.send(disableUser, { params })
  expect(await first.send(enableUser, { params })).toMatchObject({
    state: 'disabled',
    superadminRequest: { own: true },
  })
  expect(refusalOf(await confirmation(first, gone.accountId))).toEqual([409, 'OWN_REQUEST'])
  expect(await second.send(confirmSuperadmin, { params })).toMatchObject({
    state: 'invited',
    role: 'superadmin',
    superadminRequest: null,
  })
  // An account that is disabled while a request is open is not enabled by its confirmation.
  await promote()
  await first.send(disableUser, { params: { id: user.accountId } })
  expect(refusalOf(await confirmation(second))).toEqual([409, 'CONFLICT'])
})

test('a new or known account whose claims make it a superadmin is an admin until another superadmin confirms (D116)', async () => {
  const claims = { role: 'superadmin' }
  const id = await signIn('uid1', claims)
  await signIn('uid2', { role: 'user' })
  const knownId = await signIn('uid2', claims)
  const waiting = { role: 'admin', roleManaged: true, superadminRequest: { requestedBy: null, own: false } }
  for (const each of [id, knownId])
    expect(await first.send(getUser, { params: { id: each } })).toMatchObject(waiting)
  const requests = Array(2).fill('最高管理者の追加が申請されました')
  expect(await subjectsTo(first)).toEqual(requests)
  await signIn('uid1', claims) // a repeat
  expect(await subjectsTo(first)).toEqual(requests)
  expect(await first.send(confirmSuperadmin, { params: { id } })).toMatchObject({
    role: 'superadmin',
    roleManaged: true,
    superadminRequest: null,
  })
  await signIn('uid1', claims)
  expect(await roleOf(id)).toBe('superadmin')
  // The request ends with the claim.
  await signIn('uid2', { role: 'admin' })
  const ended = await first.put(`/api/users/${knownId}/superadmin-request/confirmation`)
  expect(refusalOf(ended)).toEqual([409, 'CONFLICT'])
  // Without the claim, an own role of superadmin does not return without a confirmation either.
  await app.sql("UPDATE account SET own_role = 'superadmin' WHERE id = $1", [knownId])
  await signIn('uid2', {})
  expect(await roleOf(knownId)).toBe('admin')
})
