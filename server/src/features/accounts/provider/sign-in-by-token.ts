import type { AccountServices } from '../account-services.ts'
import type { SignInResult } from '../sign-in/complete-sign-in.ts'
import { enterAs, type ProviderEntry } from './enter-as.ts'
import { useToken, verifyFreshToken } from './provider-token.ts'
import { knowPerson } from './resolve-account.ts'

/**
 * Signs in with an id token of the provider (spec §7, D30).
 * @throws Problem INVALID_TOKEN, EMAIL_IN_USE, PROVIDER_UNAVAILABLE, PROVIDER_NOT_CONFIGURED
 */
export async function signInByToken(
  services: AccountServices,
  idToken: string,
  entry: ProviderEntry,
): Promise<SignInResult> {
  const token = await verifyFreshToken(services, idToken)
  const person = await knowPerson(services, token)
  return enterAs(services, person, entry, (tx) => useToken(tx, idToken, token))
}
