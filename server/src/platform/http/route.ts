import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { mayCall } from '@kyc/contract/may-call.ts'
import type { ProblemBody } from '@kyc/contract/problem-body.ts'
import type { ProblemCode } from '@kyc/contract/problems.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Problem } from '../problem.ts'
import { sendReply } from './replies/send-reply.ts'
import { type Addresses, networkOf } from './requests/addresses.ts'
import type { Asked, Binding, Call, Gatekeeper } from './requests/binding.ts'
import type { Caller } from './requests/caller.ts'
import { withDeadline } from './requests/deadline.ts'
import { parseInput, readQuery, sentParameter } from './requests/input.ts'
import { JsonBody } from './requests/json-body.ts'
import type { CallLimit, RateLimit } from './requests/rate-limit.ts'
import { abortWhenRevoked, revalidateAfter, revalidateSession } from './requests/revalidate-session.ts'
import { MultipartUpload } from './uploads/upload.ts'
import type { UploadSlots } from './uploads/upload-slots.ts'

/** The roles that may call a route; the server does not start with a route without one. */
type Policy = Endpoint['who'] | 'public'

declare module 'fastify' {
  interface FastifyContextConfig {
    policy?: Policy
    endpoint?: Endpoint
    /** Translates the problems of a call by its Accept-Language. */
    translate?: (body: ProblemBody, acceptLanguage: string | undefined) => ProblemBody
    /** The headers that a problem of the call keeps. */
    keptHeaders?: ReadonlySet<string>
    /** An accepted request becomes a socket and has no response. */
    handshake?: true
  }
}

export interface RouteServices {
  readonly gatekeeper: Gatekeeper
  readonly addresses: Addresses
  readonly calls: CallLimit
  readonly beacons: RateLimit
  readonly slots: UploadSlots
  readonly secureCookies: boolean
  readonly checks?: CallChecks | undefined
}

/** Compares calls with the declaration of their endpoint, in tests (D61). */
export interface CallChecks {
  /** Runs the handler of a call and checks what it wrote, whether or not it failed. */
  during<T>(endpoint: Endpoint, handle: () => Promise<T>): Promise<T>
  /** Checks the problem that a call ends with. */
  refused(endpoint: Endpoint, code: ProblemCode): void
}

/** Returns the URL pattern of `endpoint` in the framework's notation. */
export function routeUrl(endpoint: Endpoint): string {
  return `/api${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
}

/** Serves `binding`. The checks run in the order of D50: 401, CSRF, role, visibility, input, state. */
export function registerBinding(app: FastifyInstance, binding: Binding, services: RouteServices): void {
  const { endpoint } = binding
  app.route({
    method: endpoint.method,
    url: routeUrl(endpoint),
    config: { policy: endpoint.who, endpoint },
    onRequest: (request) => admit(request, endpoint, services),
    handler: (request, reply) => serve(request, reply, binding, services),
  })
}

/** Runs all checks that need no body: limits, session, CSRF, role. */
async function admit(request: FastifyRequest, endpoint: Endpoint, services: RouteServices): Promise<void> {
  const { gatekeeper, calls, beacons } = services
  const network = networkOf(request.info.ip)
  if (endpoint.csrf === 'beacon') {
    beacons.take(network)
  } else {
    const session = gatekeeper.presentedSession(request.info)
    calls.check(session, network)
    request.caller = await gatekeeper.identify(request.info, endpoint)
    calls.take(session, network, request.caller?.id)
  }
  // An abandoned read must not occupy the database; a write counts even if its client does not await the reply.
  if (endpoint.method === 'GET' && request.raw.socket.destroyed) throw new Problem('REQUEST_TIMEOUT')
  const { caller } = request
  if (endpoint.who !== 'anyone' && !caller) throw new Problem('UNAUTHENTICATED')
  // `identify` has verified the token if there is one.
  if (endpoint.bearer === 'required' && !/^bearer /i.test(request.headers.authorization ?? ''))
    throw new Problem('TOKEN_EXPIRED')
  refuseForgery(request, endpoint, services)
  if (!caller || endpoint.who === 'anyone') return
  if (!mayCall(caller.role, endpoint)) throw new Problem('FORBIDDEN')
  refuseWeakSignIn(endpoint, caller)
}

/** D31: a caller without a required second factor may only add one; some acts require a step-up. */
function refuseWeakSignIn(endpoint: Endpoint, caller: Caller): void {
  if (caller.enrolOnly && !endpoint.whileEnrolling) throw new Problem('SECOND_FACTOR_ENROL')
  if (endpoint.stepUp && !caller.recentlyAuthenticated) throw new Problem('STEP_UP_REQUIRED')
}

function refuseForgery(
  request: FastifyRequest,
  endpoint: Endpoint,
  { gatekeeper, addresses }: RouteServices,
): void {
  if (endpoint.method === 'GET') {
    // Other sites must not embed documents, and must not make a browser view a record: the log would name its user.
    const isPrivate = endpoint.reply.kind === 'file' || endpoint.audit !== undefined
    const site = isPrivate ? request.headers['sec-fetch-site'] : undefined
    if (site === 'cross-site' || site === 'same-site') throw new Problem('FORBIDDEN')
    return
  }
  if (!addresses.originMatches(request))
    throw new Problem(endpoint.csrf === 'beacon' ? 'FORBIDDEN' : 'CSRF_INVALID')
  if (endpoint.csrf) return
  if (!gatekeeper.csrfMatches(request.info, request.info.header('x-csrf-token'), request.caller)) {
    throw new Problem('CSRF_INVALID')
  }
}

async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  binding: Binding,
  services: RouteServices,
): Promise<FastifyReply> {
  const { endpoint } = binding
  const { info, caller } = request
  // The session is checked again, because receiving the body may have taken long.
  if (endpoint.who !== 'anyone' && reply.elapsedTime > revalidateAfter)
    await revalidateSession(services.gatekeeper, caller)
  const actor = caller && { id: caller.id, name: caller.name, role: caller.role }
  const params = readParams(request, endpoint)
  const sent = (name: string) => sentParameter(request.raw.url ?? '', name)
  // `Asked` and `Call` are typed by the schemas that parse params, query and body.
  const asked = { actor, caller, params, sent, request: info } as Asked<Endpoint>
  const result = await withDeadline(info, endpoint.transfer ? 'transfer' : 'call', async () => {
    const found = await binding.find(asked)
    const input = readInput(request, endpoint)
    const { upload: shape } = endpoint
    const slot = shape && (await services.slots.admit(caller?.id ?? networkOf(info.ip)))
    const revalidate = () => revalidateSession(services.gatekeeper, caller)
    const upload = slot && new MultipartUpload(request.raw, { shape, slot, revalidate })
    const call = { ...asked, found, ...input, upload } as Call<Endpoint>
    const handle = () => binding.handle(call)
    try {
      return await (services.checks?.during(endpoint, handle) ?? handle())
    } finally {
      await slot?.release()
    }
  })
  if (result.stream) abortWhenRevoked(services.gatekeeper, caller, reply.raw)
  return sendReply(request, reply, endpoint, result, services.secureCookies)
}

/** Invalid path parameters return 404, like an unknown path. */
export function readParams(request: FastifyRequest, endpoint: Endpoint): Record<string, string> {
  if (!endpoint.params) return {}
  const parsed = endpoint.params.safeParse(request.params)
  if (!parsed.success) throw new Problem('NOT_FOUND')
  return parsed.data as Record<string, string> // path parameters are strings
}

const nothing = z.strictObject({})

export function readInput(request: FastifyRequest, endpoint: Endpoint): { query: unknown; body: unknown } {
  const { query: schema } = endpoint
  const query = schema && parseInput(schema, readQuery(request.raw.url ?? '', schema))
  const body = readBody(request, endpoint)
  requireForm(request, endpoint)
  return { query, body }
}

function readBody(request: FastifyRequest, endpoint: Endpoint): unknown {
  if (endpoint.method === 'GET') return undefined
  const sent = request.body instanceof JsonBody ? request.body : undefined
  if (sent?.fault) throw sent.fault
  if (endpoint.upload) return undefined
  const absent = sent?.value === undefined || sent.value === null
  if (!endpoint.body) {
    if (!absent) parseInput(nothing, sent.value)
    return undefined
  }
  if (absent && endpoint.bodyOptional) return undefined
  // A missing body is reported as missing fields.
  return parseInput(endpoint.body, absent ? {} : sent.value)
}

function requireForm({ headers }: FastifyRequest, { upload }: Endpoint): void {
  if (upload && headers['content-type'] === undefined) throw new Problem('UNSUPPORTED_MEDIA_TYPE')
}
