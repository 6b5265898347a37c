import { createHmac } from 'node:crypto'
import { day } from '@kyc/contract/durations.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import type { CookieToSet, RequestInfo } from '../../platform/http/requests/binding.ts'
import {
  hashCookie,
  newCookieValue,
  preSessionCookie,
  readCookie,
  setCookie,
} from '../../platform/http/requests/cookies.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'

const cookieName = 'plink'

/** Milliseconds that a link of either kind can last. */
const longest = Math.max(recordLimits.performerLink.valid, signingLimits.pageDays * day)

/**
 * The key of the browser to bind, and the cookie to set. All links of a browser share one cookie. A new one is derived from
 * the pre-session cookie, which is as secret, so that a repeat after a lost reply gets the same cookie.
 */
export function browserToBind(
  { config }: PerformerLinkServices,
  request: Pick<RequestInfo, 'cookies'>,
): { browserKey: Buffer; cookie: CookieToSet } {
  const value = readCookie(config, request, cookieName) ?? derivedValue(config, request) ?? newCookieValue()
  return { browserKey: hashCookie(value), cookie: setCookie(config, cookieName, value, longest / 1000) }
}

/** The key of the calling browser; undefined without the cookie of a link. */
export function browserOf(
  { config }: PerformerLinkServices,
  request: Pick<RequestInfo, 'cookies'>,
): Buffer | undefined {
  const value = readCookie(config, request, cookieName)
  return value === undefined ? undefined : hashCookie(value)
}

function derivedValue(
  config: PerformerLinkServices['config'],
  request: Pick<RequestInfo, 'cookies'>,
): string | undefined {
  const preSession = readCookie(config, request, preSessionCookie)
  return preSession && createHmac('sha256', preSession).update('performer link').digest('base64url')
}
