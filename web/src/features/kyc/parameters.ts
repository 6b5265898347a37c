import type { BodyIn } from '@kyc/contract/endpoint.ts'
import {
  type KycSession,
  kycFaults,
  kycWarningTexts,
  type openKycSession,
  userIdPattern,
} from '@kyc/contract/kyc.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { KycSearch } from '../../paths.ts'

/** What a partner puts into the address (spec §3); absent is empty. */
export interface PartnerParameters {
  readonly user_id: string
  readonly callback_url: string
  readonly api_key: string
  readonly redirect_url: string
  readonly company_id: string
  readonly session_id: string
  readonly locale: string
}

const defaultLocale = 'ja'

/** Null where the address names a KYC session that is open already, and nothing else (D33). */
export function parametersOf(search: KycSearch): PartnerParameters | null {
  const { kyc, step, ...given } = search
  if (kyc && !given.user_id && !given.callback_url && !given.api_key) return null
  return {
    user_id: given.user_id ?? '',
    callback_url: given.callback_url ?? '',
    api_key: given.api_key ?? '',
    redirect_url: given.redirect_url ?? '',
    company_id: given.company_id ?? '',
    session_id: given.session_id ?? '',
    locale: given.locale || defaultLocale,
  }
}

/** Everything that is wrong at once, one text for each fault (spec §5, D55). */
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

/** What this browser can tell by itself; whether the referrer is the partner's, only the server knows. */
export function parameterWarnings({ callback_url }: PartnerParameters): KycSession['warnings'] {
  return URL.canParse(callback_url) && new URL(callback_url).protocol !== 'https:'
    ? ['callback_not_https']
    : []
}

export function warningTexts(warnings: KycSession['warnings']): string[] {
  return warnings.map((warning) => kycWarningTexts[warning])
}

/** The call that opens the KYC session; of the page before, its origin alone. */
export function openingOf(parameters: PartnerParameters, referrer: string): BodyIn<typeof openKycSession> {
  const { redirect_url, company_id, session_id, locale } = parameters
  return {
    ...parameters,
    redirect_url: redirect_url || null,
    company_id: company_id || null,
    session_id: session_id || null,
    locale,
    referrer: URL.canParse(referrer) ? new URL(referrer).origin : null,
  }
}

/** A language in Japanese words with its code; a code that nobody knows stands for itself. */
export function localeWords(locale: string): string {
  try {
    const name = new Intl.DisplayNames(['ja'], { type: 'language', fallback: 'none' }).of(locale)
    return name ? `${name}（${locale}）` : locale
  } catch {
    return locale // of() throws on what can't be a language
  }
}

/** The address that the browser may be sent on to; null for whatever is no web page. */
export function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : null
}
