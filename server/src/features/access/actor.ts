import { isAtLeast } from '@kyc/contract/accounts.ts'
import type { Caller } from '../../platform/http/requests/caller.ts'

/** Who acts: every read and every act takes one (D2). */
export type Actor = Caller

export function isAdmin(actor: Actor): boolean {
  return isAtLeast(actor.role, 'admin')
}

/** For reads: the actor's sight, narrowed to the records of one owner where it goes further. */
export function narrowedTo(actor: Actor, ownerId: string): Actor {
  return isAdmin(actor) ? { ...actor, id: ownerId, role: 'user' } : actor
}
