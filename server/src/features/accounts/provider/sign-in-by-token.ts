import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { recordAccount } from '../record-account.ts'
import { shortUserAgent } from '../sessions/sessions.ts'
import { passFirstFactor, type RightFirstFactor, type SignInResult } from '../sign-in/complete-sign-in.ts'
import { setProviderChecked } from './provider-repository.ts'
import { useToken, verifyFreshToken } from './provider-token.ts'
import { DisabledAccount, findProviderUser, type ProviderUser, resolveAccount } from './resolve-account.ts'

/** The request that signs in, with `cookieValue` if a repeat must get the same cookie. */
export type ProviderEntry = Pick<RightFirstFactor, 'request' | 'current' | 'cookieValue'>

/** Signs in with an id token of the provider. */
export async function signInByToken(
  services: AccountServices,
  idToken: string,
  entry: ProviderEntry,
): Promise<SignInResult> {
  const token = await verifyFreshToken(services, idToken)
  const user = await findProviderUser(services, token)
  return signInProviderUser(services, user, entry, (tx) => useToken(tx, idToken, token))
}

/**
 * Signs in a user of the provider; a second factor is required as after a password.
 * `useProof` consumes the token or code in the same transaction.
 */
export async function signInProviderUser(
  services: AccountServices,
  user: ProviderUser,
  entry: ProviderEntry,
  useProof: (tx: Tx) => Promise<void>,
): Promise<SignInResult> {
  const { request } = entry
  try {
    return await inTransaction(services.db, async (tx) => {
      await useProof(tx)
      const accountId = await resolveAccount(services, tx, user, request.ip)
      await setProviderChecked(tx, accountId)
      const result = await passFirstFactor(services, tx, { ...entry, accountId, method: 'firebase' })
      // The account was disabled in the meantime.
      if (!result) throw new Problem('INVALID_TOKEN')
      return result
    })
  } catch (error) {
    if (error instanceof DisabledAccount) {
      const { accountId } = error
      await inTransaction(services.db, async (tx) => {
        // A refused sign-in consumes its proof too, so that repeating it does not fill the log.
        await useProof(tx)
        const details = { method: 'firebase', reason: 'disabled', userAgent: shortUserAgent(request) }
        await recordAccount(services, tx, 'login_failed', accountId, { ip: request.ip }, details)
      })
    }
    throw error
  }
}
