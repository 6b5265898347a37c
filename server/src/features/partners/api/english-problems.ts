import { invalidField, partnerTitles, unmetRule } from '@kyc/contract/partner-titles.ts'
import type { ProblemBody } from '@kyc/contract/problem-body.ts'

/** The headers that a reply keeps if the call ends with a problem. */
export const keptHeaders: ReadonlySet<string> = new Set([
  'kyc-version',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'www-authenticate',
  'x-request-id',
])

/**
 * A problem in English if the caller prefers it; the code is the same. Fields are named, and the OpenAPI document
 * states their rules.
 */
export function inEnglish(body: ProblemBody, acceptLanguage: string | undefined): ProblemBody {
  const title = partnerTitles[body.code as keyof typeof partnerTitles] // a code of the contract
  if (title === undefined || !prefersEnglish(acceptLanguage)) return body
  const message = body.code === 'TITLE_BLOCKED' ? unmetRule : invalidField
  return { ...body, title, errors: body.errors.map((error) => ({ ...error, message })) }
}

/** Whether English has a higher weight than Japanese, or the same weight and precedes it. False without the header. */
export function prefersEnglish(acceptLanguage = ''): boolean {
  const languages = acceptLanguage.split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
    const weight = parameters.find((each) => each.trim().startsWith('q='))
    return {
      language: tag.split('-')[0],
      weight: weight === undefined ? 1 : Number(weight.trim().slice(2)) || 0,
    }
  })
  const [first] = languages
    .filter(({ language, weight }) => weight > 0 && (language === 'en' || language === 'ja'))
    .toSorted((one, other) => other.weight - one.weight)
  return first?.language === 'en'
}
