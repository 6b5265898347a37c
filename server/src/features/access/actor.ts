import { isAtLeast, type Role, readingRole } from '@kyc/contract/accounts.ts'
import type { AccountId } from '../../platform/ids.ts'

/** The account that acts; every read and act requires one. A job reads with the role that it specifies. */
export interface Actor {
  readonly id: AccountId
  readonly role: Role
}

/** An actor with the name that the act shows to others. */
export interface NamedActor extends Actor {
  readonly name: string
}

/** Whether the actor sees the records of all organisations. */
export function readsAll(actor: Pick<Actor, 'role'>): boolean {
  return isAtLeast(readingRole(actor.role), 'admin')
}

export function isAdmin(actor: Actor): boolean {
  return isAtLeast(actor.role, 'admin')
}

/** Superadmins open sealed records (D4). */
export function isSuperadmin(actor: Actor): boolean {
  return isAtLeast(actor.role, 'superadmin')
}

/** Auditors change nothing, not even records of their own organisations. */
export function isAuditor(actor: Actor): boolean {
  return actor.role === 'auditor'
}
