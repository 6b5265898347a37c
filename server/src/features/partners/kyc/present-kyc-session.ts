import type { KycSession } from '@kyc/contract/kyc.ts'
import { addressWithResult } from './address-with-result.ts'
import type { KycSessionRow } from './kyc-session-repository.ts'

/**
 * A KYC session as its own browser sees it: no key, no address of the partner until the result is there. That one names the
 * person, so that only `accountId`, whoever is signed in, gets their own: others may use the same browser.
 */
export function presentKycSession(kycSession: KycSessionRow, accountId: string | undefined): KycSession {
  return {
    id: kycSession.id,
    partner: { name: kycSession.partner_name, test: kycSession.mode === 'test' },
    user_id: kycSession.user_id,
    session_id: kycSession.session_id,
    company_id: kycSession.company_id,
    locale: kycSession.locale,
    warnings: kycSession.warnings,
    expiresAt: kycSession.expires_at.toISOString(),
    redirectUrl:
      kycSession.delivered && kycSession.account_id === accountId ? addressWithResult(kycSession) : null,
  }
}
