import { randomBytes } from 'node:crypto'
import type { Config } from '../../../platform/config.ts'
import type { CookieToSet } from '../../../platform/http/requests/binding.ts'

interface CookieNames {
  readonly session: string
  readonly preSession: string
  readonly device: string
  /** A sign-in that still needs its second factor (D31). */
  readonly pending: string
  /** What the code of /sso-callback needs beside it (D29). */
  readonly sso: string
  /** The browser that KYC sessions belong to (D33). */
  readonly kyc: string
}

/** D27: `__Host-` needs Secure, so that both go together. */
export function cookieNames({ secureCookies }: Pick<Config, 'secureCookies'>): CookieNames {
  return secureCookies
    ? {
        session: '__Host-sid',
        preSession: '__Host-pre',
        device: '__Host-dev',
        pending: '__Host-2fa',
        sso: '__Host-sso',
        kyc: '__Host-kyc',
      }
    : { session: 'sid', preSession: 'pre', device: 'dev', pending: '2fa', sso: 'sso', kyc: 'kyc' }
}

/** A cookie value of 256 random bits. */
export function newCookieValue(): string {
  return randomBytes(32).toString('base64url')
}

/** The value if it can be one of ours: nothing else is worth a query or a hash. */
export function wellFormed(value: string | undefined): string | undefined {
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/** A cookie that scripts can't read; it ends with the browser unless `maxAge` (seconds) is given. */
export function cookie(name: string, value: string, maxAge?: number): CookieToSet {
  return { name, value, httpOnly: true, ...(maxAge === undefined ? {} : { maxAge }) }
}

export function deletedCookie(name: string): CookieToSet {
  return cookie(name, '', 0)
}
