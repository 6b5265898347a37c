import type { PageToken } from '../../../platform/http/pages/web-pages.ts'
import type { Gatekeeper, RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import { whoMay } from '../../access/who-may.ts'
import type { AccountServices } from '../account-services.ts'
import { accessTokenHolds } from './access-token.ts'
import { csrfTokenHolds, issueCsrfToken } from './csrf.ts'
import { hasLiveSession } from './session-repository.ts'
import { findCaller, presentedSession } from './sessions.ts'

type GateServices = Pick<AccountServices, 'db' | 'config' | 'clock' | 'accountKeys' | 'checkCompanion'>

/** Answers for the HTTP layer who calls, whether the call is their own, and whether they may (D1, D27). */
export function createGatekeeper(services: GateServices): Gatekeeper {
  return {
    presentedSession: (request) => presentedSession(services.config, request),
    async identify(request, { extendIdle, ignoreBearer = false, ignoreProvider = false }) {
      const bearer = ignoreBearer ? undefined : bearerOf(request)
      if (bearer !== undefined && !bearerHolds(services, request, bearer)) throw new Problem('TOKEN_EXPIRED')
      const caller = await findCaller(services, request, extendIdle)
      const companion = ignoreProvider ? undefined : request.header('x-firebase-token')
      if (caller && companion) await services.checkCompanion(companion, caller.id)
      return caller
    },
    stillHolds: (caller) => hasLiveSession(services.db, caller),
    csrfHolds: (request, token, caller) => csrfTokenHolds(services, request, caller, token),
    may: whoMay,
  }
}

/** The CSRF token that goes into the HTML page (D51). Opening a page is no act, so it does not extend the session. */
export function createPageToken(services: GateServices): PageToken {
  return async (request) => {
    const caller = await findCaller(services, request, false)
    const { csrfToken, cookies } = issueCsrfToken(services, request, caller)
    return { token: csrfToken, cookies }
  }
}

/** Other schemes are not ours: a reverse proxy may ask for a password of its own. */
function bearerOf(request: RequestInfo): string | undefined {
  const [, token] = /^bearer *(.*)$/i.exec(request.header('authorization') ?? '') ?? []
  return token
}

/** The cookie signs in; a token without it, or of another session, is worth nothing. */
function bearerHolds(
  { accountKeys, clock, config }: GateServices,
  request: RequestInfo,
  token: string,
): boolean {
  const sessionKey = presentedSession(config, request)
  return sessionKey !== undefined && accessTokenHolds(accountKeys.accessToken, sessionKey, token, clock.now())
}
