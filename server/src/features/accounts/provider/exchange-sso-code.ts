import type { Tx } from '../../../platform/db/transaction.ts'
import { cookieNames, wellFormed } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import { findAccount } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { presentUser } from '../present-user.ts'
import { findFactors } from '../second-factor/factor-repository.ts'
import { findPending } from '../second-factor/pending-repository.ts'
import { findLiveSession } from '../sessions/session-repository.ts'
import { hashOf } from '../sessions/sessions.ts'
import { type SignInResult, waysOf } from '../sign-in/complete-sign-in.ts'
import { enterAs, type ProviderEntry } from './enter-as.ts'
import { cookieOfPair, findSsoCode, type SsoPair, useSsoCode } from './sso-code.ts'

/** Another call with the same pair was faster. */
class CodeUsed extends Error {}

/**
 * Trades the code of /sso-callback for a session, with the cookie that came with it. Repeating it while the code lives
 * gives the same session: an answer that was lost may be asked for again (D29).
 * @throws Problem INVALID_TOKEN, EMAIL_IN_USE
 */
export async function exchangeSsoCode(
  services: AccountServices,
  code: string,
  entry: Pick<ProviderEntry, 'request' | 'current'>,
): Promise<SignInResult> {
  const held = wellFormed(entry.request.cookies[cookieNames(services.config).sso])
  if (held === undefined) throw new Problem('INVALID_TOKEN')
  const pair: SsoPair = { code, cookieValue: held }
  const found = await findSsoCode(services.db, pair)
  if (!found) throw new Problem('INVALID_TOKEN')
  const cookieValue = cookieOfPair(services.accountKeys, pair)
  if (found === 'used') return repeat(services, cookieValue)
  try {
    return await enterAs(services, found.person, { ...entry, cookieValue }, (tx) => use(tx, pair))
  } catch (error) {
    if (error instanceof CodeUsed) return repeat(services, cookieValue)
    throw error
  }
}

async function use(tx: Tx, pair: SsoPair): Promise<void> {
  if (!(await useSsoCode(tx, pair))) throw new CodeUsed()
}

/** What the first exchange opened, while it is still as it was. */
async function repeat({ db }: AccountServices, cookieValue: string): Promise<SignInResult> {
  const key = hashOf(cookieValue)
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
  return { kind: 'second-factor', ways: waysOf(await findFactors(db, pending.id)), cookieValue }
}
