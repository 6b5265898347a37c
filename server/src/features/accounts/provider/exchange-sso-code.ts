import { hashCookie, readCookie } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import { findAccount } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { presentUser } from '../present-user.ts'
import { findFactors } from '../second-factor/factor-repository.ts'
import { findPending } from '../second-factor/pending-repository.ts'
import { findLiveSession } from '../sessions/session-repository.ts'
import { type SignInResult, secondFactorsOf } from '../sign-in/complete-sign-in.ts'
import { type ProviderEntry, signInProviderUser } from './sign-in-by-token.ts'
import { cookieOfPair, findSsoCode, type SsoPair, ssoCookie, useSsoCode } from './sso-code.ts'

/** A concurrent call has consumed the code. */
class CodeUsed extends Error {}

/**
 * Exchanges the code of /sso-callback, together with its cookie, for a session. While the code is valid, a
 * repeated call gets the same session, in case the first reply was lost.
 */
export async function exchangeSsoCode(
  services: AccountServices,
  code: string,
  entry: Pick<ProviderEntry, 'request' | 'current'>,
): Promise<SignInResult> {
  const cookie = readCookie(services.config, entry.request, ssoCookie)
  if (cookie === undefined) throw new Problem('INVALID_TOKEN')
  const pair: SsoPair = { code, cookieValue: cookie }
  const found = await findSsoCode(services.db, pair)
  if (!found) throw new Problem('INVALID_TOKEN')
  const cookieValue = cookieOfPair(services.accountKeys, pair)
  if (found === 'used') return repeat(services, cookieValue)
  try {
    return await signInProviderUser(services, found.user, { ...entry, cookieValue }, async (tx) => {
      if (!(await useSsoCode(tx, pair))) throw new CodeUsed()
    })
  } catch (error) {
    if (error instanceof CodeUsed) return repeat(services, cookieValue)
    throw error
  }
}

/** The result of the first exchange, if its session or pending sign-in still exists. */
async function repeat({ db }: AccountServices, cookieValue: string): Promise<SignInResult> {
  const key = hashCookie(cookieValue)
  const session = await findLiveSession(db, key)
  const account = session && (await findAccount(db, session.id))
  if (session && account) {
    const opened = {
      cookieValue,
      sessionKey: key.toString('hex'),
      csrfGeneration: session.csrf_generation,
    }
    const user = presentUser(account, session.enrol_only)
    return { kind: 'signed-in', user, session: opened, device: account }
  }
  const pending = await findPending(db, key)
  if (!pending) throw new Problem('INVALID_TOKEN')
  return {
    kind: 'second-factor',
    secondFactors: secondFactorsOf(await findFactors(db, pending.id)),
    cookieValue,
  }
}
