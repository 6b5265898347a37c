import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../log.ts'
import type { Observer, RunningRequest } from '../../metrics/observer.ts'
import { Problem } from '../../problem.ts'
import { isReserved } from '../pages/web-pages.ts'
import type { SecurityHeaders } from '../replies/security-headers.ts'
import { watchTransfer } from '../uploads/transfer-watch.ts'
import type { Addresses } from './addresses.ts'
import { RequestFacts } from './request-info.ts'

interface HookOptions {
  readonly addresses: Addresses
  readonly isProxy: (address: string) => boolean
  readonly headers: SecurityHeaders
  readonly log: Log
  readonly observer: Observer | undefined
  /** Milliseconds after the reply in which an unread body must end. */
  readonly bodyTime: number
  /** Aborted: each reply closes its connection, so that proxies open the next one to another process. */
  readonly stopping: AbortSignal | undefined
}

/** Adds the hooks of every request, including requests without a route. */
export function addHooks(app: FastifyInstance, options: HookOptions): void {
  const { addresses, headers, log, bodyTime, observer, stopping } = options
  const warnOfProxy = proxyWarning(options)
  app.decorateRequest('caller', undefined)
  app.decorateRequest('problemCode', undefined)
  if (observer) observeRequests(app, observer)
  app.addHook('onRequest', (request, reply, done) => {
    request.info = new RequestFacts(request, reply)
    warnOfProxy(request)
    reply.headers(request.routeOptions.url === pages ? headers.web : headers.api)
    if (stopping?.aborted) reply.header('connection', 'close')
    if (addresses.hostMatches(request)) done()
    else done(new Problem('MALFORMED_REQUEST'))
  })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(log, request, reply)
    if (!request.raw.complete) drainUnread(request, bodyTime)
    done()
  })
  handleUnknownPaths(app)
}

declare module 'fastify' {
  interface FastifyRequest {
    running: RunningRequest | undefined
  }
}

/** Runs before all other hooks, so that every reply is counted. */
function observeRequests(app: FastifyInstance, observer: Observer): void {
  app.decorateRequest('running', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route = 'unmatched', config } = request.routeOptions
    if (config.handshake) return done()
    const running = observer.requestStarted({ id: request.id, method: request.method, route })
    request.running = running
    const { raw } = reply
    // `onResponse` does not run for a client that disconnects.
    raw.once('close', () =>
      running.ended({
        status: raw.writableFinished ? reply.statusCode : undefined,
        problem: request.problemCode,
      }),
    )
    running.during(done)
  })
  // The events of a body are those of its connection.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.running) request.running.during(done)
    else done()
  })
}

/** Warns once that an untrusted proxy forwards requests: all of its clients then share one address. */
function proxyWarning({ isProxy, log }: HookOptions): (request: FastifyRequest) => void {
  let warned = false
  return ({ raw }) => {
    if (warned || raw.headers['x-forwarded-for'] === undefined || isProxy(raw.socket.remoteAddress ?? ''))
      return
    warned = true
    log.warn('a request has X-Forwarded-For from an address that TRUST_PROXY does not contain; it is ignored')
  }
}

/** The route of all pages and static files. */
export const pages = '/*'

/** Refuses routes without a policy at the start. A wrong method of a known path gets a 405 with the allowed ones. */
function handleUnknownPaths(app: FastifyInstance): void {
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
    // Pages cover every other path, so a GET without a route has no page.
    if (allowed.length === 0 || allowed.includes(request.method)) throw new Problem('NOT_FOUND')
    reply.header('allow', allowed.join(', '))
    throw new Problem('METHOD_NOT_ALLOWED')
  })
}

/** Logs the route pattern instead of the URL: ids and search terms stay out of the log (D29). */
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
 * Bounds the draining of an unread body; browsers read the reply only after sending everything. Uploads must keep the
 * minimum rate, other bodies must end within `bodyTime`.
 */
function drainUnread({ raw, headers }: FastifyRequest, bodyTime: number): void {
  const end = () => raw.complete || raw.destroy()
  if (headers['content-type']?.startsWith('multipart/')) {
    raw.once('close', watchTransfer({ moved: () => raw.socket.bytesRead, peerIsDue: () => true }, end))
  } else {
    setTimeout(end, bodyTime).unref()
  }
}
