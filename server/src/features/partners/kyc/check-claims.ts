import { Problem } from '../../../platform/problem.ts'
import { foldEmail } from '../../accounts/fold-email.ts'
import type { KycSessionRow } from './kyc-session-repository.ts'
import type { SignedInPerson } from './signed-in-person.ts'

type Said = string | null | undefined

/** What a browser says along: none of it is taken over, all of it must be true (D34). */
export interface Claims {
  readonly userId: Said
  readonly uid: Said
  readonly sessionId: Said
  readonly companyId?: Said
  readonly email: Said
  readonly callbackUrl?: Said
  readonly status?: Said
}

/** @throws Problem KYC_SESSION_MISMATCH with the field that is not as it is */
export function checkClaims(claims: Claims, kycSession: KycSessionRow, person: SignedInPerson): void {
  const { callbackUrl, email } = claims
  const checks: readonly (readonly [field: string, agrees: boolean])[] = [
    ['user_id', isSaid(claims.userId, kycSession.user_id)],
    ['firebase_uid', isSaid(claims.uid, person.uid)],
    // Where the link had none, browsers say nothing in one way or the other.
    ['session_id', isSaid(claims.sessionId || null, kycSession.session_id)],
    ['company_id', isSaid(claims.companyId, kycSession.company_id)],
    // An address that is not proved is not passed on, so that nothing depends on what is said of it.
    ['email', !email || person.email === null || foldEmail(email) === foldEmail(person.email)],
    ['callback_url', !callbackUrl || URL.parse(callbackUrl)?.href === kycSession.callback_url],
    ['status', isSaid(claims.status, 'success')],
  ]
  const wrong = checks.find(([, agrees]) => !agrees)
  if (wrong) throw new Problem('KYC_SESSION_MISMATCH', { field: wrong[0] })
}

function isSaid(said: Said, truth: string | null): boolean {
  return said === null || said === undefined || said === truth
}
