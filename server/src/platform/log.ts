import { type DestinationStream, type Logger, pino } from 'pino'
import { ZodError } from 'zod'
import type { Config } from './config.ts'
import { LogOutput } from './process/log-output.ts'

export type Log = Logger

/** Names whose values never reach the log, at the top of an entry and one level down. */
const secrets = [
  'password',
  'token',
  'accessToken',
  'csrfToken',
  'idToken',
  'id_token',
  'firebaseToken',
  'authorization',
  'cookie',
  'cookies',
  'headers',
  'query',
  'search',
  'body',
  'url',
  // D33: what partners put into addresses and bodies.
  'api_key',
  'apiKey',
  'callback_url',
]

/**
 * The log of the process: one JSON line per entry, times in UTC. Of requests it contains path pattern, status
 * and request id only; never cookies, tokens, passwords, query strings or values from database errors (spec
 * §9, D19, D49).
 */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination: DestinationStream = new LogOutput(1),
): Log {
  const options = {
    level: config.logLevel,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `err.${name}`]), censor: '[hidden]' },
    // Whole requests and replies contain URLs and headers, so they are never written.
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
  }
  return pino(options, destination)
}

/** A log that writes nothing, for tests. */
export function silentLog(): Log {
  return pino({ level: 'silent' })
}

interface ErrorFields {
  readonly code?: unknown
  readonly severity?: unknown
  readonly table?: unknown
  readonly column?: unknown
  readonly constraint?: unknown
  readonly routine?: unknown
}

/** The loggable parts of an error: no values from requests, wherever a library put them. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, severity, table, column, constraint, routine } = error as ErrorFields // libraries add these
  const hidden = error instanceof ZodError || (severity !== undefined && String(code).startsWith('22'))
  // The messages of zod and of SQLSTATE class 22 quote the invalid value.
  const message = hidden ? '[hidden]' : withoutQueries(error.message)
  return {
    type: error.name,
    message,
    stack: frames(error),
    ...(code === undefined ? {} : { code }),
    ...(severity === undefined ? {} : { table, column, constraint, routine }),
    ...(error instanceof ZodError ? { issues: error.issues.map(({ path, code }) => ({ path, code })) } : {}),
    ...(error.cause === undefined || depth > 3 ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}

/** The frames only: the first lines of a stack repeat the message. */
function frames(error: Error): string {
  const lines = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return lines.map((line) => line.trim()).join('\n')
}

function withoutQueries(text: string): string {
  return text.replace(/\?\S*/g, '?…')
}
