import type { ProblemBody } from '@kyc/contract/problem-body.ts'
import { problemField, problemTitle } from '@kyc/contract/problems.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../log.ts'
import type { Problem } from '../../problem.ts'
import type { CallChecks } from '../route.ts'
import { asProblem, retryAfter } from './problem-mapping.ts'
import type { HeaderTable } from './security-headers.ts'

export const problemType = 'application/problem+json; charset=utf-8'

/** The body of RFC 9457; `type` links to the code in /api/docs. */
export function problemBody(
  problem: Problem,
  requestId: string,
  translate: (body: ProblemBody) => ProblemBody = (body) => body,
): string {
  const { code, status, details } = problem
  const body: ProblemBody = {
    type: `/api/docs#${code}`,
    title: problemTitle(code, details.fill),
    status,
    code,
    field: details.field ?? problemField(code) ?? null,
    errors: [...(details.errors ?? [])],
    requestId,
  }
  return JSON.stringify(translate(body))
}

/** Creates the error handler. It replies with a problem and logs the details that the caller must not see. */
export function createErrorHandler(log: Log, headers: HeaderTable, checks?: CallChecks) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const problem = asProblem(error)
    request.problemCode = problem.code
    const { endpoint, translate, keptHeaders } = request.routeOptions.config
    if (endpoint) checks?.refused(endpoint, problem.code)
    logProblem(log, problem, error, request)
    // Headers of the failed reply (length, file name, cookies) do not apply to this one.
    for (const name of Object.keys(reply.getHeaders())) {
      if (name !== 'connection' && name !== 'allow' && !keptHeaders?.has(name)) reply.removeHeader(name)
    }
    reply.headers(headers)
    const seconds = retryAfter(problem)
    if (seconds !== undefined) reply.header('retry-after', String(seconds))
    if (problem.status === 408) reply.header('connection', 'close')
    return reply
      .code(problem.status)
      .header('content-type', problemType)
      .send(
        problemBody(
          problem,
          request.id,
          (body) => translate?.(body, request.headers['accept-language']) ?? body,
        ),
      )
  }
}

const refusals = new Set([401, 403, 429])

function logProblem(log: Log, problem: Problem, error: unknown, request: FastifyRequest): void {
  const where = { requestId: request.id, code: problem.code, route: request.routeOptions.url ?? null }
  if (problem.status >= 500) {
    log.error({ ...where, err: problem.details.cause ?? error }, 'request failed')
  } else if (refusals.has(problem.status)) {
    // Refused attempts go to the security log, not to the audit log.
    const ip = (request.ip as string | undefined) ?? null // a closed socket has no address
    log.warn({ ...where, security: true, ip, userId: request.caller?.id ?? null }, 'request refused')
  } else if (problem.details.cause !== undefined) {
    log.info({ ...where, err: problem.details.cause }, 'request ended with a problem')
  }
}
