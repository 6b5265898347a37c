import type { CookieToSet, RequestInfo } from '../../../platform/http/binding.ts'
import { cookie, cookieNames, newCookieValue, wellFormed } from '../../accounts/cookies.ts'
import { hashOf } from '../../accounts/sessions.ts'
import type { PartnerServices } from '../partner-services.ts'

type CookieServices = Pick<PartnerServices, 'config'>

/** What is kept of the browser that opens a visit, and the cookie if it had none. All its visits share one. */
export function browserToBind(
  { config }: CookieServices,
  { cookies }: Pick<RequestInfo, 'cookies'>,
): { browserKey: Buffer; cookies: CookieToSet[] } {
  const name = cookieNames(config).kyc
  const known = wellFormed(cookies[name])
  const value = known ?? newCookieValue()
  return { browserKey: hashOf(value), cookies: known === undefined ? [cookie(name, value)] : [] }
}

/** The browser that calls; undefined if it never opened a visit. */
export function browserOf(
  { config }: CookieServices,
  { cookies }: Pick<RequestInfo, 'cookies'>,
): Buffer | undefined {
  const value = wellFormed(cookies[cookieNames(config).kyc])
  return value === undefined ? undefined : hashOf(value)
}
