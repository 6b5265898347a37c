import { isAtLeast } from '@kyc/contract/accounts.ts'
import type { Caller } from '../../platform/http/caller.ts'

/** Who acts: every read and every act takes one (architecture rule 4). */
export type Actor = Caller

export function isAdmin(actor: Actor): boolean {
  return isAtLeast(actor.role, 'admin')
}
