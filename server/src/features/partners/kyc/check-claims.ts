import type { VerifiedToken } from '../../../platform/identity/identity-provider.ts'
import { Problem } from '../../../platform/problem.ts'
import { foldEmail } from '../../accounts/fold-email.ts'
import type { PartnerServices } from '../partner-services.ts'
import type { KycSessionRow } from './kyc-session-repository.ts'
import type { SignedInPerson } from './signed-in-account.ts'

type Said = string | null | undefined

/** What the browser sends along: it is compared with what the server knows, never stored (D34). */
export interface Claims {
  readonly userId: Said
  readonly uid: Said
  readonly sessionId: Said
  readonly companyId?: Said
  readonly email: Said
  readonly callbackUrl?: Said
  readonly status?: Said
}

/** @throws Problem KYC_SESSION_MISMATCH with the first field that differs */
export function checkClaims(claims: Claims, kycSession: KycSessionRow, person: SignedInPerson): void {
  const { callbackUrl, email } = claims
  const checks: readonly (readonly [field: string, agrees: boolean])[] = [
    ['user_id', isSaid(claims.userId, kycSession.user_id)],
    ['firebase_uid', isSaid(claims.uid, person.uid)],
    // Without one in the link, browsers send null or an empty text.
    ['session_id', isSaid(claims.sessionId || null, kycSession.session_id)],
    ['company_id', isSaid(claims.companyId, kycSession.company_id)],
    // An unverified address is not passed on, so a wrong one does no harm.
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

/**
 * Verifies the provider's token that the browser sends along. It is never passed on (D34) and only adds what the
 * account does not have. Undefined without a token, or if the provider is unavailable.
 * @throws Problem KYC_SESSION_MISMATCH if the token is invalid
 */
export async function readToken(
  { identity }: Pick<PartnerServices, 'identity'>,
  idToken: string | null | undefined,
): Promise<VerifiedToken | undefined> {
  if (!idToken) return undefined
  try {
    return await identity.verifyIdToken(idToken)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code !== 'INVALID_TOKEN') return undefined
    throw new Problem('KYC_SESSION_MISMATCH', { field: 'id_token', cause: error })
  }
}

/** The address of the person's picture, if a browser may open it. */
export function photoOf(token: VerifiedToken | undefined): string | null {
  const url = token?.picture === undefined ? null : URL.parse(token.picture)
  return url?.protocol === 'https:' && url.href.length <= 2000 ? url.href : null
}
