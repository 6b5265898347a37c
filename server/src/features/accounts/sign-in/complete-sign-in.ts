import type { SecondFactor, SignedIn, User } from '@kyc/contract/accounts.ts'
import { isAtLeast, readingRole } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Config } from '../../../platform/config.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { CookieToSet, RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import {
  deleteCookie,
  hashCookie,
  newCookieValue,
  preSessionCookie,
  setCookie,
} from '../../../platform/http/requests/cookies.ts'
import { mailNewDevice } from '../../mails/mail-sign-in.ts'
import { lockForSignIn, setLastSignIn } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { type AccountRow, presentUser } from '../present-user.ts'
import { recordOwn } from '../record-account.ts'
import { type Factors, findFactors } from '../second-factor/factor-repository.ts'
import { type FirstFactor, insertPending, pendingCookie } from '../second-factor/pending-repository.ts'
import { issueCsrfToken, sessionCsrfToken } from '../sessions/csrf.ts'
import {
  endSession,
  type OpenedSession,
  openSession,
  sessionCookie,
  shortUserAgent,
} from '../sessions/sessions.ts'
import { type DeviceOwner, deviceCookie, deviceIdOf } from './device-cookie.ts'

/** A right first factor: the password, or the provider's token. */
export interface RightFirstFactor {
  readonly accountId: string
  readonly method: FirstFactor
  /** The stored hash that the password was checked against. */
  readonly checkedHash?: string
  /** The cookie to issue, where a repeat must get the same one. */
  readonly cookieValue?: string
  readonly request: RequestInfo
  /** The session that the new one replaces. */
  readonly current: Caller | undefined
}

export type SignInResult =
  | {
      readonly kind: 'signed-in'
      readonly user: User
      readonly session: OpenedSession
      /** The account that the device cookie is issued for. */
      readonly device: DeviceOwner
    }
  | { readonly kind: 'second-factor'; readonly secondFactors: SecondFactor[]; readonly cookieValue: string }

/**
 * Continues after a right first factor: with the second one if the account has any, else with a session
 * (D31). Undefined if the account was disabled, or its password changed, since the factor was checked.
 */
export async function passFirstFactor(
  services: AccountServices,
  tx: Tx,
  firstFactor: RightFirstFactor,
): Promise<SignInResult | undefined> {
  const account = await lockForSignIn(tx, firstFactor.accountId, firstFactor.checkedHash)
  if (!account) return undefined
  const secondFactors = secondFactorsOf(await findFactors(tx, account.id))
  if (secondFactors.length === 0) return open(services, tx, account, firstFactor)
  const { method, cookieValue = newCookieValue() } = firstFactor
  await insertPending(tx, { key: hashCookie(cookieValue), accountId: account.id, method })
  return { kind: 'second-factor', secondFactors, cookieValue }
}

/** Opens the session after both factors. `use` consumes the second one; false if it is no longer valid. */
export async function passSecondFactor(
  services: AccountServices,
  tx: Tx,
  firstFactor: RightFirstFactor,
  { secondFactor, use }: { secondFactor: SecondFactor; use: (tx: Tx) => Promise<boolean> },
): Promise<SignInResult | undefined> {
  const account = await lockForSignIn(tx, firstFactor.accountId, undefined)
  return account && (await use(tx)) ? open(services, tx, account, firstFactor, secondFactor) : undefined
}

/** Opens the session, with its audit entry. */
async function open(
  services: AccountServices,
  tx: Tx,
  account: AccountRow,
  { method, request, current, cookieValue = newCookieValue() }: RightFirstFactor,
  secondFactor?: SecondFactor,
): Promise<SignInResult> {
  const enrolOnly = secondFactor === undefined && mustHaveSecondFactor(services.config, account.role)
  if (current) await endSession(tx, current.sessionKey)
  const details = { method, ...(secondFactor ? { secondFactor } : {}), userAgent: shortUserAgent(request) }
  await recordOwn(services, tx, 'login', account, request, details)
  await setLastSignIn(tx, account.id, services.clock.now())
  if (deviceIdOf(services, request, account) === undefined) {
    await mailNewDevice(services, tx, { accountId: account.id, request })
  }
  const session = await openSession(tx, account.id, request, { method, enrolOnly, cookieValue })
  return { kind: 'signed-in', user: presentUser(account, enrolOnly), session, device: account }
}

/** The reply of every endpoint that signs in, with its cookies. */
export function signInReply(
  services: AccountServices,
  { request, current }: Pick<RightFirstFactor, 'request' | 'current'>,
  result: SignInResult,
): { body: SignedIn; cookies: CookieToSet[] } {
  const { config } = services
  if (result.kind === 'second-factor') {
    const { csrfToken, cookies } = issueCsrfToken(services, request, current)
    const maxAge = limits.secondFactor.pending / 1000
    const pending = setCookie(config, pendingCookie, result.cookieValue, maxAge)
    const body = { user: null, csrfToken, secondFactor: result.secondFactors, enrol: false }
    return { body, cookies: [...cookies, pending] }
  }
  const { user, session, device } = result
  const csrfToken = sessionCsrfToken(services.accountKeys.csrf, session)
  return {
    body: { user, csrfToken, secondFactor: [], enrol: user.secondFactorMissing },
    cookies: [
      setCookie(config, sessionCookie, session.cookieValue),
      deleteCookie(config, preSessionCookie),
      deleteCookie(config, pendingCookie),
      deviceCookie(services, request, device),
    ],
  }
}

/** Whether accounts of this role must have a second factor: the roles that read all records. */
export function mustHaveSecondFactor({ adminMfa }: Pick<Config, 'adminMfa'>, role: User['role']): boolean {
  return adminMfa === 'required' && isAtLeast(readingRole(role), 'admin')
}

/** The methods that complete the account's sign-in; empty without a second factor. */
export function secondFactorsOf({ totp, passkeys, recoveryCodes }: Factors): SecondFactor[] {
  if (!totp && passkeys === 0) return []
  return [
    ...(passkeys > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(recoveryCodes > 0 ? (['recovery_code'] as const) : []),
  ]
}
