import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { ProblemCode } from '@kyc/contract/problems.ts'
import { safePath } from '@kyc/contract/safe-path.ts'
import type { firebaseSso } from '@kyc/contract/sign-in.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { asProblem } from '../../../platform/http/replies/problem-mapping.ts'
import type { HandlerResult, RequestInfo } from '../../../platform/http/requests/binding.ts'
import { setCookie } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { consentHeaders, consentPage } from './consent-page.ts'
import { useToken, verifyFreshToken } from './provider-token.ts'
import { findProviderUser } from './resolve-account.ts'
import { issueSsoCode, ssoCookie } from './sso-code.ts'

type Query = QueryOf<typeof firebaseSso>

const longestToken = 8192

/**
 * Handles the navigation with the provider's id token. It opens no session: it redirects to
 * /sso-callback with a code that is valid together with the cookie set here. A navigation from another site
 * first shows a page that requires consent, so that a link can't sign a user in to another user's account.
 */
export async function startSso(
  services: AccountServices,
  query: Query,
  request: RequestInfo,
): Promise<HandlerResult<typeof firebaseSso>> {
  try {
    return await issueCode(services, query, request)
  } catch (error) {
    if (!opensPage(request)) throw error
    return { location: failureAddress(services, error, request) }
  }
}

async function issueCode(
  services: AccountServices,
  { id_token: idToken = '', redirect_url: target }: Query,
  request: RequestInfo,
): Promise<HandlerResult<typeof firebaseSso>> {
  if (idToken === '' || idToken.length > longestToken) throw new Problem('INVALID_TOKEN')
  const token = await verifyFreshToken(services, idToken)
  const user = await findProviderUser(services, token)
  const { code, cookieValue } = await inTransaction(services.db, async (tx) => {
    await useToken(tx, idToken, token)
    return issueSsoCode(tx, user)
  })
  const location = `/sso-callback?${new URLSearchParams({ token: code, redirect: safePath(target) })}`
  const cookies = [setCookie(services.config, ssoCookie, cookieValue, limits.sso.code / 1000)]
  if (request.header('sec-fetch-site') === 'same-origin') return { location, cookies }
  return { html: consentPage(user, location), headers: consentHeaders, cookies }
}

/** Old browsers send no Sec-Fetch headers; programs don't accept HTML. */
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
