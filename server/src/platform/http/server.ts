import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { endpoints as contractEndpoints } from '@kyc/contract/endpoints.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Config } from '../config.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { problemAnswerer } from './replies/problem-reply.ts'
import { type PageSources, type SecurityHeaders, securityHeaders } from './replies/security-headers.ts'
import { type Health, healthEndpoints, registerHealth } from './health.ts'
import { createNodeServer, type ServerTimes, standardTimes } from './node-server.ts'
import { registerApiDocs } from './pages/api-docs.ts'
import { type PageToken, registerWebPages } from './pages/web-pages.ts'
import { addresses, networkOf, proxyCheck } from './requests/addresses.ts'
import type { AssertVisible, Binding, Gatekeeper } from './requests/binding.ts'
import { addHooks } from './requests/hooks.ts'
import { acceptJson, refuseOtherTypes } from './requests/json-body.ts'
import { CallLimit, RateLimit } from './requests/rate-limit.ts'
import { type CheckWrites, type RouteServices, registerBinding } from './route.ts'
import { UploadSlots } from './uploads/upload-slots.ts'

export interface HttpServerOptions {
  readonly config: Pick<Config, 'publicUrl' | 'secureCookies' | 'trustProxy' | 'rate' | 'webDist'>
  readonly log: Log
  readonly bindings: readonly Binding[]
  readonly gatekeeper: Gatekeeper
  readonly assertVisible: AssertVisible
  readonly health: Health
  readonly pageToken: PageToken
  readonly checkWrites?: CheckWrites
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
  const times = { ...standardTimes, ...options.times }
  const app = createApp(options, headers, times)
  const services: RouteServices = {
    gatekeeper: options.gatekeeper,
    assertVisible: options.assertVisible,
    addresses: addresses(config),
    calls: new CallLimit(config.rate.apiPerMinute),
    beacons: new RateLimit(limits.rate.analyticsPerMinute),
    slots: new UploadSlots(),
    secureCookies: config.secureCookies,
    checkWrites: options.checkWrites ?? (() => undefined),
  }
  addHooks(app, {
    addresses: services.addresses,
    isProxy: proxyCheck(config.trustProxy),
    headers,
    log,
    bodyTime: times.body,
  })
  registerHealth(app, options.health)
  registerApiDocs(app, endpoints, config.publicUrl)
  // Two scopes, so that no call can be sent in the form of the other kind.
  for (const upload of [false, true]) {
    const accept = upload ? acceptMultipart : acceptJson
    const mine = bindings.filter(({ endpoint }) => (endpoint.upload !== undefined) === upload)
    app.register(async (scope) => {
      accept(scope, times.body)
      for (const binding of mine) registerBinding(scope, binding, services)
    })
  }
  const { webDist: folder, secureCookies } = config
  registerWebPages(app, {
    ...{ folder, secureCookies, headers },
    pageToken: async (request) => {
      services.calls.takeUnseen(options.gatekeeper.presentedSession(request), networkOf(request.ip))
      return options.pageToken(request)
    },
  })
  return app
}

function createApp(
  options: HttpServerOptions,
  headers: SecurityHeaders,
  times: ServerTimes,
): FastifyInstance {
  const { config, log } = options
  const answerProblem = problemAnswerer(log, headers.api)
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    // Every entry names its request id itself: a logger for each request would cost more than all the rest here.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: config.trustProxy.length > 0 ? proxyCheck(config.trustProxy) : false,
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
        ...{ log, times, headers: headers.api, trustProxy: config.trustProxy },
        socketsPerAddress: options.socketsPerAddress ?? limits.socketsPerAddress,
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
  refuseOtherTypes(app)
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
