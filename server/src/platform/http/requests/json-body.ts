import type { IncomingMessage } from 'node:http'
import { requestLimits } from '@kyc/contract/request-limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { parse as parseSafely } from 'secure-json-parse'
import { Problem } from '../../problem.ts'

/** A parsed body or its fault, which is thrown after the checks of role and visibility. */
export class JsonBody {
  readonly value: unknown
  readonly fault: Problem | undefined

  constructor(value: unknown, fault?: Problem) {
    this.value = value
    this.fault = fault
  }
}

/**
 * Accepts only `application/json` in UTF-8 in `app`; any other type is 415. A body must arrive within `bodyTime`
 * milliseconds.
 */
export function acceptJson(app: FastifyInstance, bodyTime: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
    isUtf8(request.headers['content-type']) ? readBody(payload, bodyTime) : Promise.resolve(unsupported()),
  )
  refuseOtherTypes(app)
}

/** Makes a content type without a parser a fault of the body, so that the 404 of a hidden record precedes the 415. */
export function refuseOtherTypes(app: FastifyInstance): void {
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, unsupported()))
}

function unsupported(): JsonBody {
  return new JsonBody(undefined, new Problem('UNSUPPORTED_MEDIA_TYPE'))
}

/** Accepts an absent charset and UTF-8, the only one of RFC 8259. */
function isUtf8(contentType = ''): boolean {
  return /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*;?\s*)?$/i.test(contentType)
}

function readBody(payload: IncomingMessage, bodyTime: number): Promise<JsonBody> {
  if (Number(payload.headers['content-length'] ?? 0) > requestLimits.jsonBytes) {
    return Promise.resolve(new JsonBody(undefined, new Problem('BODY_TOO_LARGE')))
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (body: JsonBody) => {
      clearTimeout(timer)
      payload.removeAllListeners('data')
      // Drains the rest: browsers read the reply only after sending everything.
      if (!payload.readableEnded) payload.resume()
      resolve(body)
    }
    const fail = (problem: Problem) => finish(new JsonBody(undefined, problem))
    const timer = setTimeout(() => fail(new Problem('REQUEST_TIMEOUT')), bodyTime)
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > requestLimits.jsonBytes) fail(new Problem('BODY_TOO_LARGE'))
      else chunks.push(chunk)
    })
    payload.once('end', () => finish(parse(chunks, size)))
    payload.once('error', () => fail(new Problem('MALFORMED_REQUEST')))
    payload.once('close', () => payload.readableEnded || fail(new Problem('MALFORMED_REQUEST')))
  })
}

function parse(chunks: readonly Buffer[], size: number): JsonBody {
  if (size === 0) return new JsonBody(undefined)
  try {
    return new JsonBody(parseJson(Buffer.concat(chunks, size)))
  } catch {
    // The parser's message quotes the body, which must not reach the reply or the log.
    return new JsonBody(undefined, new Problem('MALFORMED_REQUEST'))
  }
}

/**
 * Parses unambiguous JSON: valid UTF-8, no `__proto__`, no `constructor.prototype`, no repeated key, and
 * no deeper than `requestLimits.jsonDepth`.
 * @throws SyntaxError or TypeError for anything else
 */
function parseJson(bytes: Uint8Array): unknown {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const value: unknown = parseSafely(text)
  // The parsed value contains a repeated key only once.
  if (countKeys(value) !== countWrittenKeys(text)) throw new SyntaxError('JSON key repeated')
  return value
}

function countKeys(value: unknown, depth = 1): number {
  if (typeof value !== 'object' || value === null) return 0
  if (depth > requestLimits.jsonDepth) throw new SyntaxError('JSON is too deep')
  const children = Object.values(value)
  const own = Array.isArray(value) ? 0 : children.length
  return children.reduce((sum, child) => sum + countKeys(child, depth + 1), own)
}

/** Counts the strings in valid JSON that are followed by a colon. */
function countWrittenKeys(json: string): number {
  const strings = json.match(/"[^"\\]*(?:\\.[^"\\]*)*"\s*:?/g) ?? []
  return strings.filter((text) => text.endsWith(':')).length
}
