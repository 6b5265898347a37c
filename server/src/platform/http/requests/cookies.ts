import { createHash, randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import type { CookieToSet, RequestInfo } from './binding.ts'

type CookieSettings = Pick<Config, 'secureCookies'>

/** The cookie of a browser without a session, to which CSRF tokens and idempotency keys are bound. */
export const preSessionCookie = 'pre'

/** The name as sent. D27: `__Host-` requires Secure, so both are set or neither. */
export function cookieName({ secureCookies }: CookieSettings, name: string): string {
  return secureCookies ? `__Host-${name}` : name
}

/** The value of a cookie if it has the format of `newCookieValue`; other values need no query or hash. */
export function readCookie(
  settings: CookieSettings,
  { cookies }: Pick<RequestInfo, 'cookies'>,
  name: string,
): string | undefined {
  const value = cookies[cookieName(settings, name)]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** A cookie that scripts can't read; it ends with the browser unless `maxAge` (seconds) is set. */
export function setCookie(
  settings: CookieSettings,
  name: string,
  value: string,
  maxAge?: number,
): CookieToSet {
  const cookie = { name: cookieName(settings, name), value, httpOnly: true }
  return maxAge === undefined ? cookie : { ...cookie, maxAge }
}

/** Deletes the cookie in the browser. */
export function deleteCookie(settings: CookieSettings, name: string): CookieToSet {
  return setCookie(settings, name, '', 0)
}

/** A cookie value of 256 random bits. */
export function newCookieValue(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a cookie: its SHA-256. */
export function hashCookie(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}
