import { limits } from '@kyc/contract/limits.ts'
import type { ProblemCode } from '@kyc/contract/problems.ts'
import { ZodError } from 'zod'
import { Problem } from '../../problem.ts'
import { inputProblem } from '../requests/input.ts'

const retryAfterSeconds = 2

/** Errors of the framework that are the caller's doing; whatever else it reports is malformed or ours. */
const frameworkCodes: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_EMPTY_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  // No id is that long: it answers like an unknown one (D50).
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
}

/** Trouble of the machine, the network or the database server that may be over in a moment. */
const passingCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'],
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE', 'EIO'],
])

/** What the driver and its pool throw without a code when the connection is missing or lost. */
const lostConnection =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout|driver has already been destroyed)/i

/** The problem that `error` is to the caller; its own message never travels (D49). */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof ZodError) return inputProblem(error)
  if (!(error instanceof Error)) return new Problem('INTERNAL', { cause: error })
  const { code, severity, statusCode } = error as { code?: unknown; severity?: unknown; statusCode?: unknown } // as libraries add them
  if (typeof code === 'string') {
    if (code.startsWith('FST_')) return frameworkProblem(code, statusCode, error)
    if (severity !== undefined) return databaseProblem(code, error)
    if (passingCodes.has(code)) return unavailable(error)
  }
  return lostConnection.test(error.message) ? unavailable(error) : new Problem('INTERNAL', { cause: error })
}

function frameworkProblem(code: string, statusCode: unknown, cause: Error): Problem {
  const known = frameworkCodes[code]
  if (known) return new Problem(known, { cause })
  const callers = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return new Problem(callers ? 'MALFORMED_REQUEST' : 'INTERNAL', { cause })
}

/** By SQLSTATE: what can't be stored is the caller's, what passes may be tried again, the rest is our fault. */
function databaseProblem(code: string, cause: Error): Problem {
  if (code.startsWith('22')) return new Problem('MALFORMED_REQUEST', { cause })
  const passing = /^(?:08|53|57|58)|^(?:40001|40P01|55P03|25006|25P03)$/.test(code)
  return passing ? unavailable(cause) : new Problem('INTERNAL', { cause })
}

function unavailable(cause: Error): Problem {
  return new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds, cause })
}

/** Seconds for Retry-After, where the problem has one. */
export function retryAfter(problem: Problem): number | undefined {
  if (problem.details.retryAfterSeconds !== undefined) return problem.details.retryAfterSeconds
  if (problem.status === 503) return retryAfterSeconds
  return problem.status === 429 ? limits.defaultRetryAfterSeconds : undefined
}
