import type { IncomingMessage } from 'node:http'
import { limits } from '@kyc/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../../problem.ts'
import { parseJson } from './json-text.ts'

/** What was made of a body. A fault is kept until role and visibility are checked (D50). */
export class JsonBody {
  readonly value: unknown
  readonly fault: Problem | undefined

  constructor(value: unknown, fault?: Problem) {
    this.value = value
    this.fault = fault
  }
}

/**
 * Makes `application/json` in UTF-8 the only body of `app`; any other type is 415. A body must be here after
 * `bodyTime` milliseconds.
 */
export function acceptJson(app: FastifyInstance, bodyTime: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) =>
    isUtf8(request.headers['content-type']) ? readBody(payload, bodyTime) : Promise.resolve(unsupported()),
  )
  refuseOtherTypes(app)
}

/** Makes every type without a parser in `app` a fault of its body, so that the 404 of a hidden record precedes 415. */
export function refuseOtherTypes(app: FastifyInstance): void {
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, unsupported()))
}

function unsupported(): JsonBody {
  return new JsonBody(undefined, new Problem('UNSUPPORTED_MEDIA_TYPE'))
}

/** Both the absent parameter and the one true charset; RFC 8259 knows no other. */
function isUtf8(contentType = ''): boolean {
  return /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*;?\s*)?$/i.test(contentType)
}

function readBody(payload: IncomingMessage, bodyTime: number): Promise<JsonBody> {
  if (Number(payload.headers['content-length'] ?? 0) > limits.jsonBytes) {
    return Promise.resolve(new JsonBody(undefined, new Problem('BODY_TOO_LARGE')))
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const finish = (body: JsonBody) => {
      clearTimeout(timer)
      payload.removeAllListeners('data')
      // What still comes is read and dropped, or the browser would not get to the answer.
      if (!payload.readableEnded) payload.resume()
      resolve(body)
    }
    const fail = (problem: Problem) => finish(new JsonBody(undefined, problem))
    const timer = setTimeout(() => fail(new Problem('REQUEST_TIMEOUT')), bodyTime)
    payload.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > limits.jsonBytes) fail(new Problem('BODY_TOO_LARGE'))
      else chunks.push(chunk)
    })
    payload.once('end', () => finish(parse(chunks, size)))
    payload.once('error', () => fail(new Problem('MALFORMED_REQUEST')))
    payload.once('close', () => payload.readableEnded || fail(new Problem('MALFORMED_REQUEST')))
  })
}

function parse(chunks: readonly Buffer[], size: number): JsonBody {
  if (size === 0) return new JsonBody(undefined)
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
  try {
    return new JsonBody(parseJson(bytes))
  } catch {
    // The parser's own message repeats the text: it must reach neither the answer nor the log (D49).
    return new JsonBody(undefined, new Problem('MALFORMED_REQUEST'))
  }
}
