import type { VerifiedToken } from '../../../platform/identity/identity-provider.ts'
import { Problem } from '../../../platform/problem.ts'
import { foldEmail } from '../../accounts/fold-email.ts'
import type { PartnerServices } from '../partner-services.ts'
import type { KycSessionRow } from './kyc-session-repository.ts'
import type { SignedInAccount } from './signed-in-account.ts'

type Assertion = string | null | undefined

/** Assertions of the browser. They are compared with the records of the server and never stored. */
interface Assertions {
  readonly userId: Assertion
  readonly uid: Assertion
  readonly sessionId: Assertion
  readonly companyId?: Assertion
  readonly email: Assertion
  readonly callbackUrl?: Assertion
  readonly status?: Assertion
}

export function checkAssertions(
  assertions: Assertions,
  kycSession: KycSessionRow,
  account: SignedInAccount,
): void {
  const { callbackUrl, email } = assertions
  const checks: readonly (readonly [field: string, ok: boolean])[] = [
    ['user_id', agrees(assertions.userId, kycSession.user_id)],
    ['firebase_uid', agrees(assertions.uid, account.uid)],
    // Browsers send null or an empty text if the link has no session_id.
    ['session_id', agrees(assertions.sessionId || null, kycSession.session_id)],
    ['company_id', agrees(assertions.companyId, kycSession.company_id)],
    // An unverified address is not sent to the partner, so it is not compared.
    ['email', !email || account.email === null || foldEmail(email) === foldEmail(account.email)],
    ['callback_url', !callbackUrl || URL.parse(callbackUrl)?.href === kycSession.callback_url],
    ['status', agrees(assertions.status, 'success')],
  ]
  const wrong = checks.find(([, ok]) => !ok)
  if (wrong) throw new Problem('KYC_SESSION_MISMATCH', { field: wrong[0] })
}

/** A missing assertion agrees with everything. */
function agrees(assertion: Assertion, value: string | null): boolean {
  return assertion === null || assertion === undefined || assertion === value
}

/**
 * Verifies the provider's token of the browser. It is never sent to the partner and only adds the
 * picture, which the account does not have. Returns undefined without a token, or if the provider is
 * unavailable.
 */
export async function readToken(
  { identity }: PartnerServices,
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

/** The address of the profile picture, if a browser may open it. */
export function photoOf(token: VerifiedToken | undefined): string | null {
  const url = token?.picture === undefined ? null : URL.parse(token.picture)
  return url?.protocol === 'https:' && url.href.length <= 2000 ? url.href : null
}
