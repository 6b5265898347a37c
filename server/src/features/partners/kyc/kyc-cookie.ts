import { createHmac } from 'node:crypto'
import type { CookieToSet, RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { IdempotencyKey } from '../../../platform/idempotency/idempotency-key.ts'
import { cookie, cookieNames, newCookieValue, wellFormed } from '../../accounts/sessions/cookies.ts'
import { hashOf } from '../../accounts/sessions/sessions.ts'
import type { PartnerServices } from '../partner-services.ts'

type CookieServices = Pick<PartnerServices, 'config'>

/**
 * The key of the browser that opens a KYC session, and a new cookie if it has none; all its KYC sessions share one
 * cookie. With an idempotency key the cookie is derived from it, so that a repeat after a lost response gets the same
 * one (D20).
 */
export function browserToBind(
  { config, partnerKeys }: Pick<PartnerServices, 'config' | 'partnerKeys'>,
  { cookies }: Pick<RequestInfo, 'cookies'>,
  key: IdempotencyKey | undefined,
): { browserKey: Buffer; cookies: CookieToSet[] } {
  const name = cookieNames(config).kyc
  const known = wellFormed(cookies[name])
  const made = () =>
    key
      ? createHmac('sha256', partnerKeys.cookie).update(`${key.scope} ${key.key}`).digest('base64url')
      : newCookieValue()
  const value = known ?? made()
  return { browserKey: hashOf(value), cookies: known === undefined ? [cookie(name, value)] : [] }
}

/** The key of the calling browser; undefined if it never opened a KYC session. */
export function browserOf(
  { config }: CookieServices,
  { cookies }: Pick<RequestInfo, 'cookies'>,
): Buffer | undefined {
  const value = wellFormed(cookies[cookieNames(config).kyc])
  return value === undefined ? undefined : hashOf(value)
}
