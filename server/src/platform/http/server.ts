import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { endpoints as contractEndpoints } from '@kyc/contract/endpoints.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { Problem } from '../problem.ts'
import { type Addresses, addresses } from './addresses.ts'
import { registerApiDocs } from './api-docs.ts'
import type { Binding, Gatekeeper } from './binding.ts'
import { type Health, healthEndpoints, registerHealth } from './health.ts'
import { acceptJson } from './json-body.ts'
import { createNodeServer, type ServerTimes, standardTimes } from './node-server.ts'
import { problemAnswerer } from './problem-answer.ts'
import { RateLimit } from './rate-limit.ts'
import { RequestFacts } from './request-info.ts'
import { type RouteServices, registerBinding } from './route.ts'
import { type PageSources, type SecurityHeaders, securityHeaders } from './security-headers.ts'
import { UploadSlots } from './upload-slots.ts'
import { isReserved, type PageToken, registerWebPages } from './web-pages.ts'

export interface HttpServerOptions {
  readonly config: Pick<Config, 'publicUrl' | 'secureCookies' | 'trustProxy' | 'rate' | 'webDist'>
  readonly log: Log
  readonly bindings: readonly Binding[]
  readonly gatekeeper: Gatekeeper
  readonly health: Health
  readonly pageToken: PageToken
  /** Other origins that pages may use (the identity provider's). */
  readonly pageSources?: PageSources
  /** What the bindings have to cover; the whole contract unless a test says otherwise. */
  readonly endpoints?: readonly Endpoint[]
  readonly times?: Partial<ServerTimes>
  readonly socketsPerAddress?: number
}

/**
 * The HTTP side of the product, not yet listening. Further routes may be added before `listen`; each needs a
 * `config.policy`.
 * @throws Error if an endpoint of the contract is not bound exactly once, or a route has no policy
 */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { config, log, bindings, endpoints = contractEndpoints } = options
  checkCoverage(endpoints, bindings)
  const headers = securityHeaders(config, options.pageSources)
  const app = createApp(options, headers)
  const services: RouteServices = {
    gatekeeper: options.gatekeeper,
    addresses: addresses(config),
    calls: new RateLimit(config.rate.apiPerMinute),
    beacons: new RateLimit(limits.rate.analyticsPerMinute),
    slots: new UploadSlots(),
    secureCookies: config.secureCookies,
  }
  addHooks(app, services.addresses, headers, log)
  registerHealth(app, options.health)
  registerApiDocs(app, endpoints)
  // Two scopes, so that no call can be sent in the form of the other kind (T17).
  for (const upload of [false, true]) {
    const accept = upload ? acceptMultipart : acceptJson
    const mine = bindings.filter(({ endpoint }) => (endpoint.upload !== undefined) === upload)
    app.register(async (scope) => {
      accept(scope)
      for (const binding of mine) registerBinding(scope, binding, services)
    })
  }
  const { webDist: folder, secureCookies } = config
  registerWebPages(app, { folder, secureCookies, headers, pageToken: options.pageToken })
  return app
}

function createApp(options: HttpServerOptions, headers: SecurityHeaders): FastifyInstance {
  const { config, log } = options
  const answerProblem = problemAnswerer(log, headers.api)
  const app = fastify({
    loggerInstance: log,
    // Every entry names its request id itself: a logger for each request would cost more than all the rest here.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newId,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    exposeHeadRoutes: false,
    // While it shuts down, what arrives on an open connection is still served (then closed), never dropped.
    return503OnClosing: false,
    // A path is no longer than the header block; an overlong id then takes the way of every unknown id.
    routerOptions: { maxParamLength: limits.headerBytes },
    frameworkErrors: (error, request, reply) => {
      answerProblem(error, request, reply)
    },
    serverFactory: (listener) =>
      createNodeServer(listener, {
        ...{ log, headers: headers.api, trustProxy: config.trustProxy },
        socketsPerAddress: options.socketsPerAddress ?? limits.socketsPerAddress,
        times: { ...standardTimes, ...options.times },
      }),
    clientErrorHandler: () => undefined, // the server made above answers them, on every address it listens at
  })
  app.setErrorHandler(answerProblem)
  app.removeAllContentTypeParsers()
  return app
}

/** The body stays where it is until the handler asks for it. */
function acceptMultipart(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
}

/** A body that was left unread must end soon after the answer (T14). */
const unreadBodyTime = 10_000

function addHooks(app: FastifyInstance, { hostHolds }: Addresses, headers: SecurityHeaders, log: Log): void {
  app.decorateRequest('caller', undefined)
  app.decorateRequest('problemCode', undefined)
  app.addHook('onRequest', (request, reply, done) => {
    request.info = new RequestFacts(request, reply)
    reply.headers(isReserved(request.raw.url ?? '/') ? headers.api : headers.web)
    if (hostHolds(request)) done()
    else done(new Problem('MALFORMED_REQUEST'))
  })
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(log, request, reply)
    const { raw } = request
    if (!raw.complete) setTimeout(() => raw.complete || raw.destroy(), unreadBodyTime).unref()
    done()
  })
  const routes: { method: string; pattern: RegExp }[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.policy === undefined) throw new Error(`${method} ${url} has no policy`)
    if (url === '/*') return
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

/** Each endpoint is served once: a missing or doubled one is a fault that must not wait for a user to find it. */
function checkCoverage(endpoints: readonly Endpoint[], bindings: readonly Binding[]): void {
  const served = [...healthEndpoints, ...bindings.map(({ endpoint }) => endpoint)]
  const names = served.map(({ name }) => name)
  const faults = [
    ...endpoints.filter(({ name }) => !names.includes(name)).map(({ name }) => `${name} is not bound`),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${name} is bound twice`),
    ...bindings
      .filter(({ endpoint }) => !endpoints.includes(endpoint))
      .map(({ endpoint }) => `${endpoint.name} is not in the list of endpoints`),
  ]
  if (faults.length > 0) throw new Error(`The endpoints and their handlers differ: ${faults.join(', ')}`)
}
