import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../log.ts'
import { Problem } from '../../problem.ts'
import type { SecurityHeaders } from '../replies/security-headers.ts'
import { isReserved } from '../pages/web-pages.ts'
import { watchTransfer } from '../uploads/transfer-watch.ts'
import type { Addresses } from './addresses.ts'
import { RequestFacts } from './request-info.ts'

interface HookOptions {
  readonly addresses: Addresses
  readonly isProxy: (address: string) => boolean
  readonly headers: SecurityHeaders
  readonly log: Log
  /** Milliseconds for a body that nobody read to end after the answer. */
  readonly bodyTime: number
}

/** What happens around every request, whether a route knows it or not. */
export function addHooks(app: FastifyInstance, options: HookOptions): void {
  const { addresses, headers, log, bodyTime } = options
  const warnOfProxy = proxyWarning(options)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('problemCode', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    request.info = new RequestFacts(request, reply)
    warnOfProxy(request)
    reply.headers(request.routeOptions.url === pages ? headers.web : headers.api)
    if (addresses.hostHolds(request)) done()
    else done(new Problem('MALFORMED_REQUEST'))
  })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(log, request, reply)
    if (!request.raw.complete) endUnread(request, bodyTime)
    done()
  })
  answerUnknownPaths(app)
}

/** Logs once that a proxy forwards requests and is not trusted: all of its clients then share one address. */
function proxyWarning({ isProxy, log }: HookOptions): (request: FastifyRequest) => void {
  let warned = false
  return ({ raw }) => {
    if (warned || raw.headers['x-forwarded-for'] === undefined || isProxy(raw.socket.remoteAddress ?? ''))
      return
    warned = true
    log.warn('a request has X-Forwarded-For from an address that TRUST_PROXY does not contain; it is ignored')
  }
}

/** The route of everything that is a page or a file of the browser part. */
export const pages = '/*'

/** Routes without a policy stop the start; a known path with a wrong method is told the right ones. */
function answerUnknownPaths(app: FastifyInstance): void {
  const routes: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.policy === undefined) throw new Error(`${method} ${url} has no policy`)
    if (url === pages) return
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`)
    for (const each of [method].flat()) routes.push({ method: each, pattern })
  })
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = (request.raw.url ?? '').split('?', 1)
    const allowed = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (!isReserved(path)) allowed.push('GET')
    // A page exists for every other path, so a GET that comes here has found none.
    if (allowed.length === 0 || allowed.includes(request.method)) throw new Problem('NOT_FOUND')
    reply.header('allow', allowed.join(', '))
    throw new Problem('METHOD_NOT_ALLOWED')
  })
}

/** The request by its pattern: ids of people and what they search for stay out of the log (D19, D29). */
function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? null
  const entry = {
    requestId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    userId: request.caller?.id,
    code: request.problemCode,
  }
  if (route?.startsWith('/api/health/')) log.debug(entry, 'request')
  else log.info(entry, 'request')
}

/**
 * Browsers read the answer only when they have sent everything: what is left of a body is taken and dropped, but
 * not for ever. Uploads are held to their rate, anything else has to be over soon.
 */
function endUnread({ raw, headers }: FastifyRequest, bodyTime: number): void {
  const end = () => raw.complete || raw.destroy()
  if (headers['content-type']?.startsWith('multipart/')) {
    raw.once('close', watchTransfer({ moved: () => raw.socket.bytesRead, peerIsDue: () => true }, end))
  } else {
    setTimeout(end, bodyTime).unref()
  }
}
