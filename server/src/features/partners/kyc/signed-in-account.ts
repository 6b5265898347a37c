import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import { keyOf } from '../../accounts/sessions/sessions.ts'

/** What a partner may learn of the person that the provider signed in. */
export interface SignedInPerson {
  readonly accountId: string
  readonly uid: string
  /** Null unless verified, because partners use it as an identity (D56). */
  readonly email: string | null
  readonly name: string
}

/**
 * The account that signed in at the provider after the KYC session was opened. An older session may be that of another
 * person who left the browser open, and a password of this product proves nothing to the partner (D33, D34).
 * @throws Problem KYC_SIGN_IN_REQUIRED
 */
export async function signedInFor(tx: Tx, caller: Caller, kycSessionId: string): Promise<SignedInPerson> {
  const row = await tx
    .selectFrom('session')
    .innerJoin('account', 'account.id', 'session.account_id')
    .innerJoin('kyc_session', (join) => join.on('kyc_session.id', '=', kycSessionId))
    .select(['account.id', 'account.provider_uid', 'account.email', 'account.email_verified', 'account.name'])
    .where('session.key', '=', keyOf(caller.sessionKey))
    .where('session.method', '=', 'firebase')
    .where(sql<boolean>`session.authenticated_at >= kyc_session.created_at`)
    .executeTakeFirst()
  if (!row || row.provider_uid === null) throw new Problem('KYC_SIGN_IN_REQUIRED')
  const email = row.email_verified ? row.email : null
  return { accountId: row.id, uid: row.provider_uid, email, name: row.name }
}
