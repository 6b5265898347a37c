import type { KycSession } from '@kyc/contract/kyc.ts'
import type { KycSessionRow } from './kyc-session-repository.ts'

/**
 * A KYC session for its own browser: without key and without the partner's addresses, except the way back once the
 * result has been delivered. That address names the person, so only the account of the session gets it: others may use
 * the same browser.
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

type Finished = Pick<
  KycSessionRow,
  'callback_url' | 'redirect_url' | 'user_id' | 'session_id' | 'provider_uid' | 'delivery_made'
>

/**
 * The partner's address that the browser continues to, with the query of spec §4. Replaces parameters of the same
 * names and keeps all others.
 */
export function addressWithResult(kycSession: Finished): string {
  const url = new URL(kycSession.redirect_url ?? kycSession.callback_url)
  const values = {
    user_id: kycSession.user_id,
    firebase_uid: kycSession.provider_uid,
    status: 'success',
    session_id: kycSession.session_id,
    timestamp: kycSession.delivery_made?.toISOString() ?? null,
  }
  for (const name of Object.keys(values)) {
    // Only if present: a deletion, even of nothing, re-encodes the rest of the query.
    if (url.searchParams.has(name)) url.searchParams.delete(name)
  }
  const given = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  const added = new URLSearchParams(given).toString()
  url.search = url.search === '' ? added : `${url.search}&${added}`
  return url.href
}
