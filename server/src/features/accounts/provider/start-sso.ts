import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { ProblemCode } from '@kyc/contract/problems.ts'
import { safePath } from '@kyc/contract/safe-path.ts'
import type { firebaseSso } from '@kyc/contract/sign-in.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { asProblem } from '../../../platform/http/answers/problem-mapping.ts'
import type { Answer, RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { cookie, cookieNames } from '../sessions/cookies.ts'
import { consentHeaders, consentPage } from './consent-page.ts'
import { useToken, verifyFreshToken } from './provider-token.ts'
import { knowPerson } from './resolve-account.ts'
import { issueSsoCode } from './sso-code.ts'

type Query = QueryOf<typeof firebaseSso>

const longestToken = 8192

/**
 * The navigation with the provider's id token (spec §7, D29). It opens no session: it goes on to /sso-callback with a
 * code that works with the cookie set here. Where it does not come from our own page a page asks first, so that a link
 * can't sign anybody in to somebody else's account.
 * @throws Problem to callers that are no browser opening a page; those are led to /sso-callback with the code
 */
export async function startSso(
  services: AccountServices,
  query: Query,
  request: RequestInfo,
): Promise<Answer<typeof firebaseSso>> {
  try {
    return await letThrough(services, query, request)
  } catch (error) {
    if (!opensPage(request)) throw error
    return { location: failureAddress(services, error, request) }
  }
}

async function letThrough(
  services: AccountServices,
  { id_token: idToken = '', redirect_url: target }: Query,
  request: RequestInfo,
): Promise<Answer<typeof firebaseSso>> {
  if (idToken === '' || idToken.length > longestToken) throw new Problem('INVALID_TOKEN')
  const token = await verifyFreshToken(services, idToken)
  const person = await knowPerson(services, token)
  const { code, cookieValue } = await inTransaction(services.db, async (tx) => {
    await useToken(tx, idToken, token)
    return issueSsoCode(tx, person)
  })
  const location = `/sso-callback?${new URLSearchParams({ token: code, redirect: safePath(target) })}`
  const cookies = [cookie(cookieNames(services.config).sso, cookieValue, limits.sso.code / 1000)]
  if (request.header('sec-fetch-site') === 'same-origin') return { location, cookies }
  return { html: consentPage(person, location), headers: consentHeaders, cookies }
}

/** Old browsers don't say what they are about to do; programs ask for no pages. */
function opensPage(request: RequestInfo): boolean {
  const mode = request.header('sec-fetch-mode')
  if (mode === undefined) return (request.header('accept') ?? '').includes('text/html')
  return mode === 'navigate' && (request.header('sec-fetch-dest') ?? 'document') === 'document'
}

function failureAddress({ log }: AccountServices, error: unknown, { id: requestId }: RequestInfo): string {
  const { code, details, status } = asProblem(error)
  const entry = { security: true, code, requestId, err: status >= 500 ? error : details.cause }
  log[status >= 500 ? 'error' : 'warn'](entry, 'single sign-on refused')
  return `/sso-callback?${new URLSearchParams({ error: code satisfies ProblemCode })}`
}
