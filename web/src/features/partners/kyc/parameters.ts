import type { BodyIn } from '@kyc/contract/endpoint.ts'
import {
  type KycSession,
  kycFaults,
  kycWarningTexts,
  type openKycSession,
  userIdPattern,
} from '@kyc/contract/kyc.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { KycSearch } from '../../../paths.ts'

/** URL parameters of a partner's link; empty if absent. */
export interface PartnerParameters {
  readonly user_id: string
  readonly callback_url: string
  readonly api_key: string
  readonly redirect_url: string
  readonly company_id: string
  readonly session_id: string
  readonly locale: string
  readonly signed_at: string
  readonly signature: string
}

const defaultLocale = 'ja'

/** Null if the URL contains only the id of an open KYC session. */
export function parametersOf(search: KycSearch): PartnerParameters | null {
  const { kyc, step, ...params } = search
  if (kyc && !params.user_id && !params.callback_url && !params.api_key) return null
  return {
    user_id: params.user_id ?? '',
    callback_url: params.callback_url ?? '',
    api_key: params.api_key ?? '',
    redirect_url: params.redirect_url ?? '',
    company_id: params.company_id ?? '',
    session_id: params.session_id ?? '',
    locale: params.locale || defaultLocale,
    signed_at: params.signed_at ?? '',
    signature: params.signature ?? '',
  }
}

/** All errors of the parameters, one message each (D55). */
export function parameterFaults({ user_id, callback_url, api_key }: PartnerParameters): string[] {
  const faults: string[] = []
  if (user_id === '') faults.push(kycFaults.userIdMissing)
  else if (!userIdPattern.test(user_id)) faults.push(kycFaults.userIdInvalid)
  if (callback_url === '') faults.push(kycFaults.callbackUrlMissing)
  else if (!URL.canParse(callback_url)) faults.push(kycFaults.callbackUrlInvalid)
  if (api_key === '') faults.push(kycFaults.apiKeyMissing)
  else if (api_key.length < limits.kyc.apiKeyMinimum) faults.push(kycFaults.apiKeyShort)
  return faults
}

/** Warnings that need no request; only the server can check the referrer. */
export function parameterWarnings({ callback_url }: PartnerParameters): KycSession['warnings'] {
  return URL.canParse(callback_url) && new URL(callback_url).protocol !== 'https:'
    ? ['callback_not_https']
    : []
}

export function warningTexts(warnings: KycSession['warnings']): string[] {
  return warnings.map((warning) => kycWarningTexts[warning])
}

/** The request body that opens the KYC session; contains only the origin of the referrer. */
export function openingOf(parameters: PartnerParameters, referrer: string): BodyIn<typeof openKycSession> {
  const { redirect_url, company_id, session_id, locale, signed_at, signature } = parameters
  return {
    ...parameters,
    redirect_url: redirect_url || null,
    company_id: company_id || null,
    session_id: session_id || null,
    locale,
    signed_at: signed_at || null,
    signature: signature || null,
    referrer: URL.canParse(referrer) ? new URL(referrer).origin : null,
  }
}

/** The Japanese name of a language with its code; an unknown code is returned as is. */
export function localeText(locale: string): string {
  try {
    const name = new Intl.DisplayNames(['ja'], { type: 'language', fallback: 'none' }).of(locale)
    return name ? `${name}（${locale}）` : locale
  } catch {
    return locale // of() throws on a malformed code
  }
}

/** The URL if it is http or https, so that the page may redirect to it; otherwise null. */
export function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
