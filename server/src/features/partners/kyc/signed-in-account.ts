import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import { keyOf } from '../../accounts/sessions/sessions.ts'

/** The data that a partner may receive about an account that signed in at the provider. */
export interface SignedInAccount {
  readonly accountId: string
  readonly uid: string
  /** Null unless verified, because partners identify accounts by it. */
  readonly email: string | null
  readonly name: string
}

/**
 * The account that signed in at the provider after the KYC session was opened. An older sign-in may belong to
 * another user of the same browser, and a password of this product proves nothing to the partner.
 */
export async function getSignedInAccount(
  tx: Tx,
  caller: Caller,
  kycSessionId: string,
): Promise<SignedInAccount> {
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
