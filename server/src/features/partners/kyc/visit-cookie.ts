import { createHmac } from 'node:crypto'
import type { CookieToSet, RequestInfo } from '../../../platform/http/requests/binding.ts'
import { hashCookie, newCookieValue, readCookie, setCookie } from '../../../platform/http/requests/cookies.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import type { PartnerServices } from '../partner-services.ts'

const visitCookie = 'kyc'

type CookieServices = Pick<PartnerServices, 'config'>

/**
 * What is kept of the browser that opens a visit, and the cookie if it had none. All its visits share one. Under a key
 * of the caller the cookie is derived: after a lost answer a repeat gets the same one (D20).
 */
export function browserToBind(
  { config, partnerKeys }: Pick<PartnerServices, 'config' | 'partnerKeys'>,
  request: Pick<RequestInfo, 'cookies'>,
  key: IdempotencyKey | undefined,
): { browserKey: Buffer; cookies: CookieToSet[] } {
  const known = readCookie(config, request, visitCookie)
  const made = () =>
    key
      ? createHmac('sha256', partnerKeys.visit).update(`${key.scope} ${key.key}`).digest('base64url')
      : newCookieValue()
  const value = known ?? made()
  return {
    browserKey: hashCookie(value),
    cookies: known === undefined ? [setCookie(config, visitCookie, value)] : [],
  }
}

/** The browser that calls; undefined if it never opened a visit. */
export function browserOf(
  { config }: CookieServices,
  request: Pick<RequestInfo, 'cookies'>,
): Buffer | undefined {
  const value = readCookie(config, request, visitCookie)
  return value === undefined ? undefined : hashCookie(value)
}
