import { isAtLeast, type Role } from '@kyc/contract/accounts.ts'

interface Ranked {
  readonly id: string
  readonly role: Role
}

/**
 * D5: nobody acts on a rank above their own, nor, save superadmins, on an equal one. One's own account is kept at
 * /account, where a fresh sign-in guards what matters; here nobody acts on it.
 */
export function mayManage(actor: Ranked, target: Ranked): boolean {
  if (actor.id === target.id) return false
  return actor.role === 'superadmin' || !isAtLeast(target.role, actor.role)
}

/** D5: sessions, network addresses and times of sign-in are not shown to lower ranks. */
export function maySeeSessions(actor: Pick<Ranked, 'role'>, target: Pick<Ranked, 'role'>): boolean {
  return isAtLeast(actor.role, target.role)
}

/** D5: an admin invites people of the lowest rank, a superadmin anybody. */
export function mayInvite(actor: Pick<Ranked, 'role'>, role: Role): boolean {
  return isAtLeast(actor.role, role === 'user' ? 'admin' : 'superadmin')
}
