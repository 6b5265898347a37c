import type { SecondFactor, SignedIn, User } from '@kyc/contract/accounts.ts'
import { isAtLeast } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Config } from '../../../platform/config.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { CookieToSet, RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import {
  cookie,
  cookieNames,
  deletedCookie,
  newCookieValue,
} from '../../../platform/http/requests/cookies.ts'
import type { MailServices } from '../../mails/mail-services.ts'
import { mailNewDevice } from '../../mails/mail-sign-in.ts'
import { lockForSignIn, setLastSignIn } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { type AccountRow, presentUser } from '../present-user.ts'
import { type Factors, findFactors } from '../second-factor/factor-repository.ts'
import { type FirstFactor, insertPending } from '../second-factor/pending-repository.ts'
import { issueCsrfToken, sessionCsrfToken } from '../sessions/csrf.ts'
import { endSession, hashOf, type OpenedSession, openSession, shortUserAgent } from '../sessions/sessions.ts'
import { type DeviceOwner, deviceCookie, knownDevice } from './device-cookie.ts'

type SignInServices = MailServices & Pick<AccountServices, 'accountKeys' | 'audit' | 'config'>

/** Somebody whose first factor was right: password, or the provider's token. */
export interface RightFirstFactor {
  readonly accountId: string
  readonly method: FirstFactor
  /** The stored password that was found right. */
  readonly checkedHash?: string
  /** The cookie of what is opened, where it must be possible to tell it again (D29). */
  readonly cookieValue?: string
  readonly request: RequestInfo
  /** Whoever was signed in with this browser until now. */
  readonly current: Caller | undefined
}

/** What a sign-in has come to. */
export type SignInResult =
  | {
      readonly kind: 'signed-in'
      readonly user: User
      readonly session: OpenedSession
      /** For whom the browser is known from now on. */
      readonly device: DeviceOwner
    }
  | { readonly kind: 'second-factor'; readonly ways: SecondFactor[]; readonly cookieValue: string }

/**
 * What a right first factor leads to: the second one where there is any, else a session (D31). Undefined if the
 * account was disabled, or its password changed, since the factor was looked at.
 */
export async function passFirstFactor(
  services: SignInServices,
  tx: Tx,
  given: RightFirstFactor,
): Promise<SignInResult | undefined> {
  const account = await lockForSignIn(tx, given.accountId, given.checkedHash)
  if (!account) return undefined
  const ways = waysOf(await findFactors(tx, account.id))
  if (ways.length === 0) return enter(services, tx, account, given)
  const { cookieValue = newCookieValue() } = given
  await insertPending(tx, { key: hashOf(cookieValue), accountId: account.id, method: given.method })
  return { kind: 'second-factor', ways, cookieValue }
}

/** The same with the second factor given as well: `use` uses it up, and tells whether it still counts. */
export async function passSecondFactor(
  services: SignInServices,
  tx: Tx,
  given: RightFirstFactor,
  { secondFactor, use }: { secondFactor: SecondFactor; use: (tx: Tx) => Promise<boolean> },
): Promise<SignInResult | undefined> {
  const account = await lockForSignIn(tx, given.accountId, undefined)
  return account && (await use(tx)) ? enter(services, tx, account, given, secondFactor) : undefined
}

/** Opens the session, with its audit entry, when all that is due was given. */
async function enter(
  services: SignInServices,
  tx: Tx,
  account: AccountRow,
  { method, request, current, cookieValue = newCookieValue() }: RightFirstFactor,
  secondFactor?: SecondFactor,
): Promise<SignInResult> {
  const enrolOnly = secondFactor === undefined && mustHaveSecondFactor(services.config, account.role)
  if (current) await endSession(tx, current.sessionKey)
  await services.audit.record(tx, {
    actor: account.id,
    action: 'login',
    resourceType: 'user',
    resourceId: account.id,
    owner: account.id,
    ip: request.ip,
    details: { method, ...(secondFactor ? { secondFactor } : {}), userAgent: shortUserAgent(request) },
  })
  await setLastSignIn(tx, account.id, services.clock.now())
  if (knownDevice(services, request, account) === undefined) {
    await mailNewDevice(services, tx, { accountId: account.id, request })
  }
  const session = await openSession(tx, account.id, request, { method, enrolOnly, cookieValue })
  return { kind: 'signed-in', user: presentUser(account, enrolOnly), session, device: account }
}

/** The answer to every call that signs in, with its cookies. */
export function signInAnswer(
  services: SignInServices,
  { request, current }: Pick<RightFirstFactor, 'request' | 'current'>,
  result: SignInResult,
): { body: SignedIn; cookies: CookieToSet[] } {
  const names = cookieNames(services.config)
  if (result.kind === 'second-factor') {
    const { csrfToken, cookies } = issueCsrfToken(services, request, current)
    const pending = cookie(names.pending, result.cookieValue, limits.secondFactor.pending / 1000)
    const body = { user: null, csrfToken, secondFactor: result.ways, enrol: false }
    return { body, cookies: [...cookies, pending] }
  }
  const { user, session, device } = result
  const csrfToken = sessionCsrfToken(services.accountKeys.csrf, session)
  return {
    body: { user, csrfToken, secondFactor: [], enrol: user.secondFactorMissing },
    cookies: [
      cookie(names.session, session.cookieValue),
      deletedCookie(names.preSession),
      deletedCookie(names.pending),
      deviceCookie(services, request, device),
    ],
  }
}

/** D31: whether accounts of this rank can't do without. */
export function mustHaveSecondFactor({ adminMfa }: Pick<Config, 'adminMfa'>, role: User['role']): boolean {
  return adminMfa === 'required' && isAtLeast(role, 'admin')
}

/** How an account's second factor can be given; empty if it has none. */
export function waysOf({ totp, passkeys, recoveryCodes }: Factors): SecondFactor[] {
  if (!totp && passkeys === 0) return []
  return [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ]
}
