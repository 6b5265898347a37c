import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CookieToSet, RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import {
  newCookieValue,
  preSessionCookie,
  readCookie,
  setCookie,
} from '../../../platform/http/requests/cookies.ts'
import type { AccountServices } from '../account-services.ts'

type CsrfServices = Pick<AccountServices, 'config' | 'accountKeys'>
type SessionName = Pick<Caller, 'sessionKey' | 'csrfGeneration'>

interface IssuedToken {
  readonly csrfToken: string
  /** The pre-session cookie if the browser had none. */
  readonly cookies: readonly CookieToSet[]
}

/** The token of the cookie in use: the session's, or that of a pre-session, which has no row. */
export function issueCsrfToken(
  { config, accountKeys }: CsrfServices,
  request: Pick<RequestInfo, 'cookies'>,
  caller: Caller | undefined,
): IssuedToken {
  if (caller) return { csrfToken: sessionCsrfToken(accountKeys.csrf, caller), cookies: [] }
  const existing = readCookie(config, request, preSessionCookie)
  const value = existing ?? newCookieValue()
  return {
    csrfToken: tokenOf(accountKeys.csrf, `pre:${value}`).toString('base64url'),
    cookies: existing === undefined ? [setCookie(config, preSessionCookie, value)] : [],
  }
}

export function sessionCsrfToken(key: Buffer, session: SessionName): string {
  return sessionToken(key, session, 0).toString('base64url')
}

/** Whether `token` belongs to the cookie in use. The previous token remains valid for other tabs. */
export function isValidCsrfToken(
  { config, accountKeys }: CsrfServices,
  request: Pick<RequestInfo, 'cookies'>,
  caller: Caller | undefined,
  token: string | undefined,
): boolean {
  if (token === undefined) return false
  const given = Buffer.from(token, 'base64url')
  const { csrf } = accountKeys
  if (caller) return [0, 1].some((back) => isEqual(sessionToken(csrf, caller, back), given))
  const value = readCookie(config, request, preSessionCookie)
  return value !== undefined && isEqual(tokenOf(csrf, `pre:${value}`), given)
}

function sessionToken(key: Buffer, session: SessionName, back: number): Buffer {
  return tokenOf(key, `session:${session.sessionKey}:${session.csrfGeneration - back}`)
}

function tokenOf(key: Buffer, of: string): Buffer {
  return createHmac('sha256', key).update(of).digest()
}

function isEqual(expected: Buffer, given: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
