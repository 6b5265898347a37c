import { isAtLeast } from '@kyc/contract/accounts.ts'
import type { Who } from '@kyc/contract/endpoint.ts'
import type { Caller } from '../../platform/http/requests/caller.ts'

/** The policy of every endpoint: it names the least rank that may call it, and nothing is open by default (D1). */
export function whoMay(who: Who, caller: Caller | undefined): boolean {
  if (who === 'anyone') return true
  return caller !== undefined && isAtLeast(caller.role, who)
}
