import type { KycSessionRow } from './kyc-session-repository.ts'

type Finished = Pick<
  KycSessionRow,
  'callback_url' | 'redirect_url' | 'user_id' | 'session_id' | 'provider_uid' | 'delivery_made'
>

/**
 * Where the browser goes on: the partner's address with the query of spec §4. Whatever it had in its query stays, but
 * for values of the same names: those must be ours.
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
    // Not always: a deletion, even of nothing, writes the rest of the query in another spelling.
    if (url.searchParams.has(name)) url.searchParams.delete(name)
  }
  const given = Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  const added = new URLSearchParams(given).toString()
  url.search = url.search === '' ? added : `${url.search}&${added}`
  return url.href
}
