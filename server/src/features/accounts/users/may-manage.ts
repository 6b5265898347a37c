import { isAtLeast, type Role } from '@kyc/contract/accounts.ts'

interface Ranked {
  readonly id: string
  readonly role: Role
}

/**
 * D5: only superadmins act on their own role, and no role acts on a higher one. The actor's own account is excluded: it
 * is managed at /account, where sensitive acts require a fresh sign-in.
 */
export function mayManage(actor: Ranked, target: Ranked): boolean {
  if (actor.id === target.id) return false
  return actor.role === 'superadmin' || !isAtLeast(target.role, actor.role)
}

/** D5: lower roles don't see sessions, network addresses and times of sign-in. */
export function maySeeSessions(actor: Pick<Ranked, 'role'>, target: Pick<Ranked, 'role'>): boolean {
  return isAtLeast(actor.role, target.role)
}

/** D5: an admin invites users, a superadmin every role. */
export function mayInvite(actor: Pick<Ranked, 'role'>, role: Role): boolean {
  return isAtLeast(actor.role, role === 'user' ? 'admin' : 'superadmin')
}
