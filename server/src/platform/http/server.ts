import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { endpoints as contractEndpoints } from '@kyc/contract/endpoints.ts'
import { limits } from '@kyc/contract/limits.ts'
import { requestLimits } from '@kyc/contract/request-limits.ts'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { Config } from '../config.ts'
import type { SharedLimits } from '../db/shared-limits.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { Observer } from '../metrics/observer.ts'
import { type Health, healthEndpoints, registerHealth } from './health.ts'
import { createNodeServer, type ServerTimes, standardTimes } from './node-server.ts'
import { registerApiDocs } from './pages/api-docs.ts'
import { registerSecurityText } from './pages/security-text.ts'
import { type PageToken, registerWebPages } from './pages/web-pages.ts'
import { createErrorHandler } from './replies/problem-reply.ts'
import { type PageSources, type SecurityHeaders, securityHeaders } from './replies/security-headers.ts'
import { addresses, networkOf, proxyCheck } from './requests/addresses.ts'
import type { Binding, Gatekeeper } from './requests/binding.ts'
import { addHooks } from './requests/hooks.ts'
import { acceptJson, refuseOtherTypes } from './requests/json-body.ts'
import { CallLimit, RateLimit } from './requests/rate-limit.ts'
import { type CallChecks, type RouteServices, registerBinding } from './route.ts'
import { UploadSlots } from './uploads/upload-slots.ts'

/** What every process serves. */
interface HealthServerOptions {
  readonly config: Pick<Config, 'publicUrl' | 'trustProxy'>
  readonly log: Log
  readonly health: Health
  /** Aborts when the process begins to stop: it serves, but is not ready, and closes each connection after its reply. */
  readonly stopping?: AbortSignal
  /** Other origins that pages may use (the identity provider's). */
  readonly pageSources?: PageSources
  readonly times?: Partial<ServerTimes>
  readonly socketsPerAddress?: number
  readonly observer?: Observer | undefined
  readonly checks?: CallChecks | undefined
}

export interface HttpServerOptions extends HealthServerOptions {
  readonly config: Pick<Config, 'publicUrl' | 'secureCookies' | 'trustProxy' | 'rate' | 'webDist'>
  readonly bindings: readonly Binding[]
  readonly gatekeeper: Gatekeeper
  readonly pageToken: PageToken
  readonly sharedLimits: SharedLimits
  /** The paths of the pages that may use the camera. */
  readonly cameraPages?: readonly string[]
  /** The endpoints that the bindings must cover; tests may replace the whole contract. */
  readonly endpoints?: readonly Endpoint[]
}

/** Creates the HTTP server of a process without requests of users: only its health. */
export function createHealthServer(options: HealthServerOptions): FastifyInstance {
  const { app } = createBareServer(options)
  registerHealth(app, options.health, options.stopping)
  return app
}

/**
 * Creates the HTTP server, which does not listen yet. Further routes may be added before `listen`; each requires a
 * `config.policy`.
 * @throws Error if an endpoint of the contract is not bound exactly once, or a route has no policy
 */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { config, bindings, endpoints = contractEndpoints, log, sharedLimits } = options
  checkCoverage(endpoints, bindings)
  const { app, headers, times } = createBareServer(options)
  const services: RouteServices = {
    gatekeeper: options.gatekeeper,
    addresses: addresses(config),
    calls: new CallLimit(config.rate.apiPerMinute, sharedLimits, log),
    beacons: new RateLimit(limits.rate.analyticsPerMinute),
    slots: new UploadSlots(sharedLimits),
    secureCookies: config.secureCookies,
    checks: options.checks,
  }
  registerHealth(app, options.health, options.stopping)
  registerApiDocs(app, endpoints, config.publicUrl)
  registerSecurityText(app, config.publicUrl)
  // Two scopes: uploads accept only multipart bodies, other calls only JSON.
  for (const upload of [false, true]) {
    const accept = upload ? acceptMultipart : acceptJson
    const scoped = bindings.filter(({ endpoint }) => (endpoint.upload !== undefined) === upload)
    app.register(async (scope) => {
      accept(scope, times.body)
      for (const binding of scoped) registerBinding(scope, binding, services)
    })
  }
  const { webDist: folder, secureCookies } = config
  registerWebPages(app, {
    folder,
    secureCookies,
    headers,
    cameraPages: options.cameraPages ?? [],
    pageToken: async (request) => {
      services.calls.takeByCookie(options.gatekeeper.presentedSession(request), networkOf(request.ip))
      return options.pageToken(request)
    },
  })
  return app
}

/** Creates the server with its hooks and without routes. */
function createBareServer(options: HealthServerOptions) {
  const { config, log, stopping } = options
  const headers = securityHeaders(config, options.pageSources)
  const times = { ...standardTimes, ...options.times }
  const app = createApp(options, headers, times)
  addHooks(app, {
    addresses: addresses(config),
    isProxy: proxyCheck(config.trustProxy),
    headers,
    log,
    observer: options.observer,
    bodyTime: times.body,
    stopping,
  })
  return { app, headers, times }
}

function createApp(
  options: HealthServerOptions,
  headers: SecurityHeaders,
  times: ServerTimes,
): FastifyInstance {
  const { config, log } = options
  const handleError = createErrorHandler(log, headers.api, options.checks)
  const loggerInstance: FastifyBaseLogger = log
  const app = fastify({
    loggerInstance,
    // Log entries contain the request id, so the expensive child logger of each request is not needed.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: config.trustProxy.length > 0 ? proxyCheck(config.trustProxy) : false,
    exposeHeadRoutes: false,
    // During shutdown, requests on open connections are served before the connections close.
    return503OnClosing: false,
    // The header limit bounds the path already; an overlong id then gets the reply of an unknown id.
    routerOptions: { maxParamLength: requestLimits.headerBytes },
    frameworkErrors: (error, request, reply) => {
      handleError(error, request, reply)
    },
    serverFactory: (listener) =>
      createNodeServer(listener, {
        log,
        times,
        headers: headers.api,
        trustProxy: config.trustProxy,
        socketsPerAddress: options.socketsPerAddress ?? requestLimits.socketsPerAddress,
      }),
    clientErrorHandler: () => undefined, // createNodeServer handles them on every address
  })
  app.setErrorHandler(handleError)
  app.removeAllContentTypeParsers()
  return app
}

/** Leaves the body unread until the handler receives it. */
function acceptMultipart(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null))
  refuseOtherTypes(app)
}

/** Fails the start unless each endpoint is bound exactly once. */
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
