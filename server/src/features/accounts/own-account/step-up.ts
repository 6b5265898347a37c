import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { stepUp as contract } from '@kyc/contract/sign-in.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import { findOwnAccount } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { useProviderToken } from '../provider/provider-token.ts'
import { recordOwn } from '../record-account.ts'
import { findFactors } from '../second-factor/factor-repository.ts'
import { takeSessionChallenge } from '../second-factor/pending-repository.ts'
import { checkFactor, type GivenFactor } from '../second-factor/prove-factor.ts'
import { keyOf, type OpenedSession, renewSession, shortUserAgent } from '../sessions/sessions.ts'
import { secondFactorsOf } from '../sign-in/complete-sign-in.ts'
import { type OwnSecret, ownPassword, verifyOwnSecret } from './verify-own-secret.ts'

type Given = BodyOf<typeof contract>

/**
 * Verifies a secret of the account again within the session, which continues under a new id. An account
 * with a second factor needs that or a recovery code: otherwise a stolen password and cookie would suffice to
 * remove the factor.
 */
export async function stepUp(
  services: AccountServices,
  caller: Caller,
  given: Given,
  request: RequestInfo,
): Promise<OpenedSession> {
  const byFactor = given.method !== 'password' && given.method !== 'firebase'
  // A factor added after this check has ended the session or changed its id, so `renew` fails.
  if (!byFactor && secondFactorsOf(await findFactors(services.db, caller.id)).length > 0)
    throw new Problem('STEP_UP_NEEDS_FACTOR')
  const act = (tx: Tx) => renew(services, tx, caller, given.method, request)
  if (given.method !== 'firebase') {
    return verifyOwnSecret(services, caller, request, await secretOf(services, caller, given), act)
  }
  await useProviderToken(services, given.idToken, caller.id)
  return inTransaction(services.db, act)
}

async function secretOf(
  services: AccountServices,
  caller: Caller,
  given: Exclude<Given, { method: 'firebase' }>,
): Promise<OwnSecret> {
  if (given.method !== 'password') return ownFactor(services, caller, given)
  const account = await findOwnAccount(services.db, caller.id)
  return ownPassword(services, account?.password_hash ?? null, given.password)
}

function ownFactor(services: AccountServices, caller: Caller, given: GivenFactor): OwnSecret {
  const takeChallenge = () => takeSessionChallenge(services.db, keyOf(caller.sessionKey), 'ask')
  return {
    method: given.method,
    refusal: 'SECOND_FACTOR_INVALID',
    check: (position) => checkFactor(services, caller.id, given, takeChallenge, position),
  }
}

async function renew(
  services: AccountServices,
  tx: Tx,
  caller: Caller,
  method: Given['method'],
  request: RequestInfo,
): Promise<OpenedSession> {
  const details = { method, stepUp: true, userAgent: shortUserAgent(request) }
  await recordOwn(services, tx, 'login', caller, request, details)
  if (method === 'recovery_code') {
    await mailSecurityChange(services, tx, { accountId: caller.id, change: 'recovery_code_used' })
  }
  return renewSession(
    tx,
    caller.sessionKey,
    method === 'firebase' ? { authenticated: true } : { steppedUp: true },
  )
}
