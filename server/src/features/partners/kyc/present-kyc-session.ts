import type { KycSession } from '@kyc/contract/kyc.ts'
import type { KycSessionRow } from './kyc-session-repository.ts'

/**
 * A KYC session for its browser, without the key and the partner's addresses. `redirectUrl` is set once the
 * result has been delivered. It contains personal data, so only the account of the session gets it: others
 * may use the same browser.
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

type Delivered = Pick<
  KycSessionRow,
  'callback_url' | 'redirect_url' | 'user_id' | 'session_id' | 'provider_uid' | 'delivery_created_at'
>

/**
 * The partner's address to redirect to, with the query of spec §4. Replaces parameters of the same names and
 * keeps the others.
 */
export function addressWithResult(kycSession: Delivered): string {
  const url = new URL(kycSession.redirect_url ?? kycSession.callback_url)
  const values = {
    user_id: kycSession.user_id,
    firebase_uid: kycSession.provider_uid,
    status: 'success',
    session_id: kycSession.session_id,
    timestamp: kycSession.delivery_created_at?.toISOString() ?? null,
  }
  for (const name of Object.keys(values)) {
    // Only if present: any deletion re-encodes the rest of the query.
    if (url.searchParams.has(name)) url.searchParams.delete(name)
  }
  const present = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  const added = new URLSearchParams(present).toString()
  url.search = url.search === '' ? added : `${url.search}&${added}`
  return url.href
}
