import type { KycSession } from '@kyc/contract/kyc.ts'
import { addressWithResult } from './address-with-result.ts'
import type { VisitRow } from './kyc-session-repository.ts'

/**
 * A visit as its own browser sees it: no key, no address of the partner until the result is there. That one names the
 * person, so that only `accountId`, whoever is signed in, gets their own: others may use the same browser.
 */
export function presentVisit(visit: VisitRow, accountId: string | undefined): KycSession {
  return {
    id: visit.id,
    partner: { name: visit.partner_name, test: visit.mode === 'test' },
    user_id: visit.user_id,
    session_id: visit.session_id,
    company_id: visit.company_id,
    locale: visit.locale,
    warnings: visit.warnings,
    expiresAt: visit.expires_at.toISOString(),
    redirectUrl: visit.delivered && visit.account_id === accountId ? addressWithResult(visit) : null,
  }
}
