import { type Endpoint, keyProblems } from './endpoint.ts'
import type { ProblemCode } from './problems.ts'

/** Every problem that a call may end with: those that the endpoint declares, and those of the checks around its handler. */
export function problemsOf(endpoint: Endpoint): readonly ProblemCode[] {
  return [...new Set([...endpoint.problems, ...commonProblems(endpoint)])]
}

/** The problems that follow from the properties of an endpoint, which declarations do not repeat. */
function commonProblems(endpoint: Endpoint): ProblemCode[] {
  const { who, method, csrf, query, upload, params, whileEnrolling, stepUp, idempotent } = endpoint
  const codes: ProblemCode[] = [
    'MALFORMED_REQUEST',
    'RATE_LIMITED',
    'REQUEST_TIMEOUT',
    'TEMPORARILY_UNAVAILABLE',
  ]
  codes.push('INTERNAL')
  if (who === 'partner') codes.push('PARTNER_KEY_INVALID', 'PARTNER_SCOPE_MISSING', 'PARTNER_VERSION_UNKNOWN')
  const isOfAccount = who !== 'anyone' && who !== 'partner'
  if (isOfAccount)
    codes.push('UNAUTHENTICATED', 'TOKEN_EXPIRED', 'INVALID_TOKEN', 'FORBIDDEN', 'ACCESS_CHANGED')
  if (isOfAccount && !whileEnrolling) codes.push('SECOND_FACTOR_ENROL')
  // A body where none is expected is refused too.
  if (method !== 'GET') codes.push('UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE')
  if (method !== 'GET' && who !== 'partner') codes.push(csrf === 'beacon' ? 'FORBIDDEN' : 'CSRF_INVALID')
  if (query || method !== 'GET') codes.push('INVALID_INPUT')
  if (query) codes.push('CURSOR_INVALID')
  if (upload) codes.push('FILE_TOO_LARGE')
  if (params) codes.push('NOT_FOUND')
  if (stepUp) codes.push('STEP_UP_REQUIRED')
  if (idempotent) codes.push(...keyProblems)
  return codes
}
