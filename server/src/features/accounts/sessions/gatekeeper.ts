import type { PageToken } from '../../../platform/http/pages/web-pages.ts'
import type { Gatekeeper, RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { hashCookie, readCookie } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { isValidAccessToken } from './access-token.ts'
import { issueCsrfToken, isValidCsrfToken } from './csrf.ts'
import { findAdmission, findLiveSession, touchSession } from './session-repository.ts'
import { sessionCookie } from './sessions.ts'

type GateServices = Pick<AccountServices, 'db' | 'config' | 'clock' | 'accountKeys' | 'checkCompanion'>

/** Finds the session of each request for the HTTP layer (D1). */
export function createGatekeeper(services: GateServices): Gatekeeper {
  const { checkCompanion, config, db } = services
  return {
    presentedSession: (request) => presentedSession(config, request),
    async identify(request, { who, keepsIdleTime, bearer }) {
      const ignoresTokens = who === 'anyone'
      if (!ignoresTokens && bearer !== 'renewed') refuseWrongBearer(services, request)
      const caller = await findCaller(
        services,
        request,
        !keepsIdleTime && request.header('x-refetch') !== 'live',
      )
      const companion = ignoresTokens ? undefined : request.header('x-firebase-token')
      if (caller && companion) await checkCompanion(companion, caller.id)
      return caller
    },
    async admission(caller) {
      const generation = await findAdmission(db, caller)
      if (generation === undefined) return 'ended'
      return generation === caller.accessGeneration ? 'same' : 'narrowed'
    },
    csrfMatches: (request, token, caller) => isValidCsrfToken(services, request, caller, token),
  }
}

/** The account and session of the session cookie; `extendIdle` restarts the idle time of the session. */
export async function findCaller(
  { db, config }: Pick<AccountServices, 'db'> & { readonly config: SessionConfig },
  request: Pick<RequestInfo, 'cookies'>,
  extendIdle: boolean,
): Promise<Caller | undefined> {
  const sessionKey = presentedSession(config, request)
  const session = sessionKey && (await findLiveSession(db, Buffer.from(sessionKey, 'hex')))
  if (!session) return undefined
  if (extendIdle && session.touch_due) await touchSession(db, session.key)
  return {
    id: session.id,
    role: session.role,
    name: session.name,
    email: session.email,
    sessionKey: session.key.toString('hex'),
    sessionStart: session.session_start,
    recentlyAuthenticated: session.recently_authenticated,
    enrolOnly: session.enrol_only,
    accessGeneration: session.access_generation,
    csrfGeneration: session.csrf_generation,
  }
}

type SessionConfig = Pick<AccountServices['config'], 'secureCookies'>

/** The key of the session that the cookie claims, whether or not it exists. */
function presentedSession(config: SessionConfig, request: Pick<RequestInfo, 'cookies'>): string | undefined {
  const value = readCookie(config, request, sessionCookie)
  return value === undefined ? undefined : hashCookie(value).toString('hex')
}

/** The CSRF token that is written into the HTML page (D51). Opening a page does not extend the session. */
export function createPageToken(services: GateServices): PageToken {
  return async (request) => {
    const caller = await findCaller(services, request, false)
    const { csrfToken, cookies } = issueCsrfToken(services, request, caller)
    return { token: csrfToken, cookies }
  }
}

/** A bearer token must belong to the cookie. Other schemes are ignored: a reverse proxy may use them. */
function refuseWrongBearer({ accountKeys, clock, config }: GateServices, request: RequestInfo): void {
  const [, token] = /^bearer *(.*)$/i.exec(request.header('authorization') ?? '') ?? []
  if (token === undefined) return
  const sessionKey = presentedSession(config, request)
  const valid = sessionKey && isValidAccessToken(accountKeys.accessToken, sessionKey, token, clock.now())
  if (!valid) throw new Problem('TOKEN_EXPIRED')
}
