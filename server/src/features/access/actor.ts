import { isAtLeast, type Role } from '@kyc/contract/accounts.ts'

/** The account that acts; every read and every act takes one. A job reads as any role that it names. */
export interface Actor {
  readonly id: string
  readonly role: Role
}

/** For acts that show who acted. */
export interface NamedActor extends Actor {
  readonly name: string
}

export function isAdmin(actor: Actor): boolean {
  return isAtLeast(actor.role, 'admin')
}
