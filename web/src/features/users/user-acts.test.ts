import type { ManagedUser } from '@kyc/contract/users.ts'
import { expect, test } from 'vitest'
import { type Session, sessionOf } from '../../session/use-session.ts'
import { actsFor, whyUnmanaged } from './user-acts.ts'

const user: ManagedUser = {
  id: 'u1',
  email: 'user@example.com',
  emailVerified: true,
  name: '制作 花子',
  role: 'user',
  roleManaged: false,
  provider: 'legacy',
  state: 'active',
  secondFactor: false,
  createdAt: '2026-11-20T05:05:00Z',
  lastSignInAt: null,
  invitationExpiresAt: null,
  organisations: [],
  superadminRequest: null,
  mayManage: true,
}

function session(role: 'auditor' | 'admin' | 'superadmin', id = 'me'): Session {
  const email = 'me@example.com'
  const me = { id, uid: id, email, name: '管理', displayName: '管理', provider: 'legacy' as const }
  return sessionOf({ ...me, role, emailVerified: true, secondFactorMissing: false })
}

const offered = (part: Partial<ManagedUser>, role: 'admin' | 'superadmin' = 'superadmin') =>
  actsFor({ ...user, ...part }, session(role)).map(({ act }) => act)

test('the menu offers the acts that fit the state of the account', () => {
  expect(offered({})).toEqual(['role', 'passwordReset', 'sessions', 'disable'])
  expect(offered({ state: 'locked' })).toContain('unlock')
  expect(offered({ state: 'invited' })).toEqual(['role', 'resendInvitation', 'disable'])
  expect(offered({ state: 'disabled' })).toEqual(['role', 'sessions', 'enable'])
  expect(offered({ secondFactor: true })).toContain('resetSecondFactor')
  expect(offered({ provider: 'firebase' })).not.toContain('passwordReset')
  const request = { requestedBy: '統括 二郎', requestedAt: '', expiresAt: '', own: true }
  expect(offered({ superadminRequest: request })).toEqual(['refuseSuperadmin', ...offered({})])
  expect(offered({ superadminRequest: { ...request, own: false } })).toContain('confirmSuperadmin')
})

test('only superadmins change roles, except managed roles and those of unverified accounts', () => {
  const role = (part: Partial<ManagedUser>, own: 'admin' | 'superadmin') =>
    actsFor({ ...user, ...part }, session(own)).find(({ act }) => act === 'role')?.refused
  expect(role({}, 'superadmin')).toBeUndefined()
  expect(role({}, 'admin')).toBe('最高管理者のみ')
  expect(role({ roleManaged: true }, 'superadmin')).toBe('動画サービスで管理')
  expect(role({ emailVerified: false }, 'superadmin')).toBe('メールアドレス未確認')
})

test('without permission, the menu gives the reason and offers sessions only to an equal role', () => {
  const above = { ...user, role: 'superadmin' as const, mayManage: false }
  expect(whyUnmanaged(above, session('admin'))).toContain('上の権限')
  expect(whyUnmanaged(above, session('superadmin', user.id))).toContain('ご自身')
  expect(whyUnmanaged(user, session('admin'))).toBeUndefined()
  const open = (role: 'auditor' | 'admin' | 'superadmin') =>
    actsFor(above, session(role)).flatMap(({ act, refused }) => (refused === undefined ? [act] : []))
  expect(open('admin')).toEqual([])
  expect(open('superadmin')).toEqual(['sessions'])
})

test('an auditor may only view the sessions of lower roles, and the menu says so (D67)', () => {
  const managed = { ...user, mayManage: false }
  expect(whyUnmanaged(managed, session('auditor'))).toBe('監査人は閲覧のみできます。')
  const open = (role: ManagedUser['role']) =>
    actsFor({ ...managed, role }, session('auditor')).flatMap(({ act, refused }) => (refused ? [] : [act]))
  expect([open('user'), open('admin'), open('superadmin')]).toEqual([['sessions'], ['sessions'], []])
})
