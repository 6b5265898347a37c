import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ZodError } from 'zod'
import type { CookieToSet, HandlerResult } from '../requests/binding.ts'
import { watchTransfer } from '../uploads/transfer-watch.ts'

const json = 'application/json; charset=utf-8'

/**
 * Sends the result of a handler. JSON is parsed by the reply schema of the contract first.
 * @throws ReplyMismatch if the result does not match the contract, which is a bug; nothing of it is sent
 */
export function sendReply(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  result: HandlerResult<Endpoint>,
  secureCookies: boolean,
): FastifyReply {
  try {
    if (result.headers) reply.headers(result.headers)
    if (result.cookies) setCookies(reply, result.cookies, secureCookies)
    switch (endpoint.reply.kind) {
      case 'empty':
        return reply.code(204).send()
      case 'file':
        return sendStream(reply, endpoint, result)
      case 'navigation':
        return sendNavigation(reply, endpoint, result)
      case 'json':
        return sendJson(request, reply, endpoint, result)
    }
  } catch (error) {
    result.stream?.destroy()
    throw error
  }
}

/** A reply that the contract does not allow. The log contains the paths of the fields, never their values. */
class ReplyMismatch extends Error {
  constructor(endpoint: Endpoint, cause?: ZodError) {
    super(`${endpoint.name} returned a reply that its contract does not allow`, { cause })
    this.name = 'ReplyMismatch'
  }
}

function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  result: HandlerResult<Endpoint>,
): FastifyReply {
  if (endpoint.reply.kind !== 'json') throw new ReplyMismatch(endpoint)
  const parsed = endpoint.reply.schema.safeParse(result.body)
  const body = parsed.success ? parsed.data : withUnknownWords(request, endpoint, result.body, parsed.error)
  if (result.page) setPage(request, reply, result.page)
  if (endpoint.reply.status === 201) setLocation(request, reply, body)
  return reply.code(endpoint.reply.status).header('content-type', json).send(JSON.stringify(body))
}

/**
 * A newer release, which may run at the same time, extends vocabularies: words that this one does not have are sent as
 * they are. Everything else must match: known words take their places while the schema parses, and are replaced
 * afterwards.
 * @throws ReplyMismatch
 */
function withUnknownWords(
  request: FastifyRequest,
  endpoint: Endpoint,
  body: unknown,
  error: ZodError,
): unknown {
  if (endpoint.reply.kind !== 'json') throw new ReplyMismatch(endpoint)
  const copy = { body: structuredClone(body) }
  const unknown = error.issues.map(({ path, ...issue }) => {
    const at = ['body', ...path]
    const word = replaceAt(copy, at, issue.code === 'invalid_value' ? issue.values[0] : undefined)
    if (issue.code !== 'invalid_value' || typeof word !== 'string') throw new ReplyMismatch(endpoint, error)
    return { at, word }
  })
  const parsed = endpoint.reply.schema.safeParse(copy.body)
  if (!parsed.success) throw new ReplyMismatch(endpoint, parsed.error)
  const sent = { body: parsed.data }
  for (const { at, word } of unknown) replaceAt(sent, at, word)
  const fields = new Set(unknown.map(({ at }) => at.filter((part) => typeof part === 'string').join('.')))
  request.log.warn({ endpoint: endpoint.name, fields: [...fields] }, 'a reply has words of a newer release')
  return sent.body
}

/** Puts `value` at a path that exists, and returns what was there. */
function replaceAt(root: object, path: readonly PropertyKey[], value: unknown): unknown {
  const [key = '', ...reversed] = path.toReversed()
  const holder = reversed.toReversed().reduce<object>((each, part) => Reflect.get(each, part), root)
  const before: unknown = Reflect.get(holder, key)
  Reflect.set(holder, key, value)
  return before
}

function sendStream(reply: FastifyReply, endpoint: Endpoint, result: HandlerResult<Endpoint>): FastifyReply {
  if (!result.stream) throw new ReplyMismatch(endpoint)
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/octet-stream')
  const { raw } = reply
  const { socket } = raw
  if (socket) {
    // Bytes in our own buffers do not count, because the peer has not received them.
    const moved = () => socket.bytesWritten - socket.writableLength
    const stop = watchTransfer({ moved, peerIsDue: () => socket.writableLength > 0 }, () => raw.destroy())
    raw.once('close', stop)
  }
  return reply.send(result.stream)
}

function sendNavigation(
  reply: FastifyReply,
  endpoint: Endpoint,
  result: HandlerResult<Endpoint>,
): FastifyReply {
  if (result.location !== undefined) return reply.code(302).header('location', result.location).send()
  if (result.html === undefined) throw new ReplyMismatch(endpoint)
  return reply.code(200).header('content-type', 'text/html; charset=utf-8').send(result.html)
}

/** D19: the link to the next page keeps the other query parameters. */
function setPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: NonNullable<HandlerResult<Endpoint>['page']>,
): void {
  if (page.next !== null) {
    const url = request.raw.url ?? ''
    const start = url.indexOf('?')
    const path = start === -1 ? url : url.slice(0, start)
    const parameters = new URLSearchParams(url.slice(path.length))
    parameters.set('cursor', page.next)
    reply.header('link', `<${path}?${parameters}>; rel="next"`)
  }
  reply.header('x-total-count', String(page.total))
  if (!page.exact) reply.header('x-total-count-exact', 'false')
}

/** D50: the reply to a POST that creates a record contains its URL. */
function setLocation(request: FastifyRequest, reply: FastifyReply, body: unknown): void {
  // A handler that adds to a list sets the URL of the list itself.
  if (reply.hasHeader('location')) return
  if (typeof body !== 'object' || body === null || !('id' in body)) return
  const [path = ''] = (request.raw.url ?? '').split('?', 1)
  reply.header('location', `${path}/${encodeURIComponent(String(body.id))}`)
}

/** D27: sets the attributes that the `__Host-` prefix requires; the feature chooses the name. */
export function setCookies(reply: FastifyReply, cookies: readonly CookieToSet[], secure: boolean): void {
  for (const { name, value, httpOnly, maxAge } of cookies) {
    const age = maxAge === undefined ? {} : { maxAge, ...(maxAge === 0 ? { expires: new Date(0) } : {}) }
    const text = stringifySetCookie({ name, value, path: '/', sameSite: 'lax', secure, httpOnly, ...age })
    reply.header('set-cookie', text)
  }
}
