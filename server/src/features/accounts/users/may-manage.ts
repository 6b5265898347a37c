import { isAtLeast, type Role, readingRole } from '@kyc/contract/accounts.ts'

interface AccountRole {
  readonly id: string
  readonly role: Role
}

/**
 * D5: only superadmins manage accounts of their own role and auditors, and no role manages a higher one. The actor's
 * own account is excluded: it is managed at /account, where sensitive acts require step-up.
 */
export function mayManage(actor: AccountRole, target: AccountRole): boolean {
  if (actor.id === target.id) return false
  return actor.role === 'superadmin' || (actor.role === 'admin' && target.role === 'user')
}

/** D5: sessions, network addresses and times of sign-in are hidden from lower roles. */
export function maySeeSessions(actor: Pick<AccountRole, 'role'>, target: Pick<AccountRole, 'role'>): boolean {
  return isAtLeast(readingRole(actor.role), readingRole(target.role))
}

/** D5: an admin may invite users, a superadmin accounts of every role. */
export function mayInvite(actor: Pick<AccountRole, 'role'>, role: Role): boolean {
  return isAtLeast(actor.role, role === 'user' ? 'admin' : 'superadmin')
}
