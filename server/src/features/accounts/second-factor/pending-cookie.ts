import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { cookieNames, wellFormed } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { hashOf } from '../sessions/sessions.ts'
import { findPending, type PendingSignIn } from './pending-repository.ts'

/**
 * The sign-in that the cookie stands for.
 * @throws Problem SECOND_FACTOR_EXPIRED if there is none (any more): it begins anew with the first factor
 */
export async function getPending(
  { config, db }: Pick<AccountServices, 'config' | 'db'>,
  { cookies }: Pick<RequestInfo, 'cookies'>,
): Promise<PendingSignIn> {
  const value = wellFormed(cookies[cookieNames(config).pending])
  const pending = value === undefined ? undefined : await findPending(db, hashOf(value))
  if (!pending) throw new Problem('SECOND_FACTOR_EXPIRED')
  return pending
}
