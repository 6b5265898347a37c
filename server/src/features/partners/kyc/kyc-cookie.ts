import { createHmac } from 'node:crypto'
import type { CookieToSet, RequestInfo } from '../../../platform/http/requests/binding.ts'
import { hashCookie, newCookieValue, readCookie, setCookie } from '../../../platform/http/requests/cookies.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import type { PartnerServices } from '../partner-services.ts'

const cookieName = 'kyc'

/**
 * The key of the browser that opens a KYC session, and a new cookie if it has none. All KYC sessions of a
 * browser share one cookie. With an idempotency key the cookie is derived from it, so that a retry after a
 * lost reply gets the same cookie.
 */
export function browserToBind(
  { config, partnerKeys }: PartnerServices,
  request: Pick<RequestInfo, 'cookies'>,
  key: IdempotencyKey | undefined,
): { browserKey: Buffer; cookies: CookieToSet[] } {
  const existing = readCookie(config, request, cookieName)
  const create = () =>
    key
      ? createHmac('sha256', partnerKeys.cookie).update(`${key.scope} ${key.key}`).digest('base64url')
      : newCookieValue()
  const value = existing ?? create()
  return {
    browserKey: hashCookie(value),
    cookies: existing === undefined ? [setCookie(config, cookieName, value)] : [],
  }
}

/** The key of the calling browser; undefined without the cookie of a KYC session. */
export function browserOf(
  { config }: PartnerServices,
  request: Pick<RequestInfo, 'cookies'>,
): Buffer | undefined {
  const value = readCookie(config, request, cookieName)
  return value === undefined ? undefined : hashCookie(value)
}
