import { createHash } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { VerifiedToken } from '../../../platform/identity/identity-provider.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { findProviderUid } from './provider-repository.ts'

/** Verifies that a token is valid and its sign-in at the provider recent. */
export async function verifyFreshToken(
  { clock, identity }: AccountServices,
  idToken: string,
): Promise<VerifiedToken> {
  const token = await identity.verifyIdToken(idToken)
  const age = clock.now().getTime() - token.authenticatedAt.getTime()
  if (age > limits.provider.signInAge || age < -limits.provider.clockTolerance) {
    throw new Problem('INVALID_TOKEN', { cause: new Error(`the sign-in is ${Math.round(age / 1000)} s old`) })
  }
  return token
}

/** Consumes the token: it is valid once. */
export async function useToken(tx: Tx, idToken: string, { expiresAt }: VerifiedToken): Promise<void> {
  const row = await tx
    .insertInto('used_id_token')
    .values({
      hash: createHash('sha256').update(idToken).digest(),
      // A little longer than the token is valid, because clocks differ.
      expires_at: new Date(expiresAt.getTime() + limits.provider.clockTolerance),
    })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .returning('hash')
    .executeTakeFirst()
  if (!row) throw new Problem('INVALID_TOKEN', { cause: new Error('the token was used before') })
}

/**
 * Requires, for step-up, that the provider has just signed in this account, and consumes the token.
 */
export async function useProviderToken(
  services: AccountServices,
  idToken: string,
  accountId: string,
): Promise<void> {
  const token = await verifyFreshToken(services, idToken)
  if ((await findProviderUid(services.db, accountId)) !== token.uid) throw new Problem('INVALID_TOKEN')
  await inTransaction(services.db, (tx) => useToken(tx, idToken, token))
}
