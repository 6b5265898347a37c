import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import { keyOf } from '../../accounts/sessions/sessions.ts'

/** Whom the provider has signed in for a visit: what the partner may be told of them. */
export interface SignedInPerson {
  readonly accountId: string
  readonly uid: string
  /** Null unless it is proved to be theirs: a partner takes it for an identity (D56). */
  readonly email: string | null
  readonly name: string
}

/**
 * Whoever signed in at the provider after the visit was opened: an older session may be somebody else's who left the
 * browser open, and a password of ours proves nothing to the partner (D33, D34).
 * @throws Problem KYC_SIGN_IN_REQUIRED
 */
export async function signedInFor(tx: Tx, caller: Caller, visitId: string): Promise<SignedInPerson> {
  const row = await tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .innerJoin('kyc_session as visit', (join) => join.on('visit.id', '=', visitId))
    .select(['account.id', 'account.provider_uid', 'account.email', 'account.email_verified', 'account.name'])
    .where('session.key', '=', keyOf(caller.sessionKey))
    .where('session.method', '=', 'firebase')
    .where(sql<boolean>`session.authenticated_at >= visit.created_at`)
    .executeTakeFirst()
  if (!row || row.provider_uid === null) throw new Problem('KYC_SIGN_IN_REQUIRED')
  const email = row.email_verified ? row.email : null
  return { accountId: row.id, uid: row.provider_uid, email, name: row.name }
}
