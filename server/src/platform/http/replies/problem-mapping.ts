import { limits } from '@kyc/contract/limits.ts'
import type { ProblemCode } from '@kyc/contract/problems.ts'
import { ZodError } from 'zod'
import { Problem } from '../../problem.ts'
import { StoreAwayError } from '../../storage/object-store.ts'
import { inputProblem } from '../requests/input.ts'

const retryAfterSeconds = 2

/** Framework errors with a problem code of their own. Other 4xx errors are MALFORMED_REQUEST, the rest INTERNAL. */
const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  // No id is that long, so the reply is that of an unknown id.
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
}

/** Transient errors of the machine, the network or the database server. */
const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EMFILE',
  'ENFILE',
  'EIO',
])

/** Messages of the driver and its pool for a missing or lost connection; these errors have no code. */
const lostConnection =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout|driver has already been destroyed)/i

/** Maps `error` to the problem for the caller. The error's own message is never sent. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ZodError) return inputProblem(error)
  if (error instanceof StoreAwayError) return unavailable(error)
  if (!(error instanceof Error)) return new Problem('INTERNAL', { cause: error })
  const { code, severity, statusCode } = error as { code?: unknown; severity?: unknown; statusCode?: unknown } // properties that libraries add
  if (typeof code === 'string') {
    if (code.startsWith('FST_')) return frameworkProblem(code, statusCode, error)
    if (severity !== undefined) return databaseProblem(code, error)
    if (transientCodes.has(code)) return unavailable(error)
  }
  return lostConnection.test(error.message) ? unavailable(error) : new Problem('INTERNAL', { cause: error })
}

function frameworkProblem(code: string, statusCode: unknown, cause: Error): Problem {
  const mapped = frameworkCodes[code]
  if (mapped) return new Problem(mapped, { cause })
  const isClientError = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return new Problem(isClientError ? 'MALFORMED_REQUEST' : 'INTERNAL', { cause })
}

/** Maps by SQLSTATE: invalid values are the caller's fault, transient errors may be retried, the rest is a bug. */
function databaseProblem(code: string, cause: Error): Problem {
  if (code.startsWith('22')) return new Problem('MALFORMED_REQUEST', { cause })
  const transient = /^(?:08|53|57|58)|^(?:40001|40P01|55P03|25006|25P03)$/.test(code)
  return transient ? unavailable(cause) : new Problem('INTERNAL', { cause })
}

function unavailable(cause: Error): Problem {
  return new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds, cause })
}

/** Seconds for Retry-After, or undefined if the reply has no such header. */
export function retryAfter(problem: Problem): number | undefined {
  if (problem.details.retryAfterSeconds !== undefined) return problem.details.retryAfterSeconds
  if (problem.status === 503) return retryAfterSeconds
  return problem.status === 429 ? limits.defaultRetryAfterSeconds : undefined
}
