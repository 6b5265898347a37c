import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ZodError } from 'zod'
import type { Answer, CookieToSet } from '../requests/binding.ts'
import { watchTransfer } from '../uploads/transfer-watch.ts'

const json = 'application/json; charset=utf-8'

/**
 * Sends what a handler answered. JSON goes through the reply schema of the contract on its way out.
 * @throws ReplyMismatch if the answer does not fit the endpoint: a fault of ours, nothing of it is sent
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  answer: Answer<Endpoint>,
  secureCookies: boolean,
): FastifyReply {
  try {
    if (answer.headers) reply.headers(answer.headers)
    if (answer.cookies) setCookies(reply, answer.cookies, secureCookies)
    switch (endpoint.reply.kind) {
      case 'empty':
        return reply.code(204).send()
      case 'file':
        return sendStream(reply, endpoint, answer)
      case 'navigation':
        return sendNavigation(reply, endpoint, answer)
      case 'json':
        return sendJson(request, reply, endpoint, answer)
    }
  } catch (error) {
    answer.stream?.destroy()
    throw error
  }
}

/** A reply that the contract does not allow. The log names the places, never the values. */
export class ReplyMismatch extends Error {
  constructor(endpoint: Endpoint, cause?: ZodError) {
    super(`${endpoint.name} answered something else than its contract says`, { cause })
    this.name = 'ReplyMismatch'
  }
}

function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  answer: Answer<Endpoint>,
): FastifyReply {
  if (endpoint.reply.kind !== 'json') throw new ReplyMismatch(endpoint)
  const parsed = endpoint.reply.schema.safeParse(answer.body)
  if (!parsed.success) throw new ReplyMismatch(endpoint, parsed.error)
  if (answer.page) setPage(request, reply, answer.page)
  if (endpoint.reply.status === 201) setLocation(request, reply, parsed.data)
  return reply.code(endpoint.reply.status).header('content-type', json).send(JSON.stringify(parsed.data))
}

function sendStream(reply: FastifyReply, endpoint: Endpoint, answer: Answer<Endpoint>): FastifyReply {
  if (!answer.stream) throw new ReplyMismatch(endpoint)
  if (!reply.hasHeader('content-type')) reply.header('content-type', 'application/octet-stream')
  const { raw } = reply
  const { socket } = raw
  if (socket) {
    // What waits in our own buffers has not been taken by the peer.
    const moved = () => socket.bytesWritten - socket.writableLength
    const stop = watchTransfer({ moved, peerIsDue: () => socket.writableLength > 0 }, () => raw.destroy())
    raw.once('close', stop)
  }
  return reply.send(answer.stream)
}

function sendNavigation(reply: FastifyReply, endpoint: Endpoint, answer: Answer<Endpoint>): FastifyReply {
  if (answer.location !== undefined) return reply.code(302).header('location', answer.location).send()
  if (answer.html === undefined) throw new ReplyMismatch(endpoint)
  return reply.code(200).header('content-type', 'text/html; charset=utf-8').send(answer.html)
}

/** D19: the next page keeps the other parameters of the address. */
function setPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: NonNullable<Answer<Endpoint>['page']>,
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

/** D50: a POST that creates says where the record is. */
function setLocation(request: FastifyRequest, reply: FastifyReply, body: unknown): void {
  // What was added to a list is found there; its handler says so.
  if (reply.hasHeader('location')) return
  if (typeof body !== 'object' || body === null || !('id' in body)) return
  const [path = ''] = (request.raw.url ?? '').split('?', 1)
  reply.header('location', `${path}/${encodeURIComponent(String(body.id))}`)
}

/** D27: attributes that the `__Host-` prefix asks for; the name is the feature's. */
export function setCookies(reply: FastifyReply, cookies: readonly CookieToSet[], secure: boolean): void {
  for (const { name, value, httpOnly, maxAge } of cookies) {
    const age = maxAge === undefined ? {} : { maxAge, ...(maxAge === 0 ? { expires: new Date(0) } : {}) }
    const text = stringifySetCookie({ name, value, path: '/', sameSite: 'lax', secure, httpOnly, ...age })
    reply.header('set-cookie', text)
  }
}
