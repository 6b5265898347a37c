import type { PartnerSession } from '@kyc/contract/partner-api.ts'
import { testOutcomeOf } from '@kyc/contract/partner-api-vocabulary.ts'
import type { AddressRow } from './address-repository.ts'

/** A session without its address. The id of the user determines the state of a test session. */
export function presentSession(row: AddressRow): PartnerSession {
  const test = row.mode === 'test'
  const forced = testOutcomeOf(row.user_id).state
  const state = !test ? row.state : row.state === 'waiting' ? forced : row.state
  const opened =
    row.opened_at ?? (test && (state === 'opened' || state === 'completed') ? row.created_at : null)
  return {
    id: row.id,
    user_id: row.user_id,
    session_id: row.session_id,
    state,
    test,
    created_at: row.created_at.toISOString(),
    // A test session expires at once if the id of its user demands it.
    expires_at: (test && state === 'expired' ? row.created_at : row.expires_at).toISOString(),
    opened_at: opened?.toISOString() ?? null,
  }
}
