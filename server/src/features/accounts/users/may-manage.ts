import { isAtLeast, type Role } from '@kyc/contract/accounts.ts'

interface AccountRole {
  readonly id: string
  readonly role: Role
}

/**
 * D5: only superadmins manage accounts of their own role, and no role manages a higher one. The actor's own
 * account is excluded: it is managed at /account, where sensitive acts require step-up.
 */
export function mayManage(actor: AccountRole, target: AccountRole): boolean {
  if (actor.id === target.id) return false
  return actor.role === 'superadmin' || !isAtLeast(target.role, actor.role)
}

/** D5: sessions, network addresses and times of sign-in are hidden from lower roles. */
export function maySeeSessions(actor: Pick<AccountRole, 'role'>, target: Pick<AccountRole, 'role'>): boolean {
  return isAtLeast(actor.role, target.role)
}

/** D5: an admin may invite users, a superadmin accounts of every role. */
export function mayInvite(actor: Pick<AccountRole, 'role'>, role: Role): boolean {
  return isAtLeast(actor.role, role === 'user' ? 'admin' : 'superadmin')
}
