import { partnerEndpoints } from '@kyc/contract/partner-api.ts'
import { partnerExamples } from '@kyc/contract/partner-examples.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { SharedLimits } from '../../../platform/db/shared-limits.ts'
import { standardTimes } from '../../../platform/http/node-server.ts'
import { openApi } from '../../../platform/http/pages/open-api.ts'
import { sendReply } from '../../../platform/http/replies/send-reply.ts'
import { withDeadline } from '../../../platform/http/requests/deadline.ts'
import { acceptJson } from '../../../platform/http/requests/json-body.ts'
import { type CallChecks, readInput, readParams, routeUrl } from '../../../platform/http/route.ts'
import type { PartnerServices } from '../partner-services.ts'
import { createAdmission } from './admit-partner.ts'
import { type CallLog, createCallLog } from './call-log.ts'
import { inEnglish, keptHeaders } from './english-problems.ts'
import type { PartnerBinding, PartnerCall } from './partner-binding.ts'
import type { PartnerCaller } from './partner-caller.ts'
import { inVersion } from './versions.ts'

type Services = PartnerServices & {
  readonly sharedLimits: SharedLimits
  readonly config: Pick<Config, 'publicUrl'>
}

/**
 * Serves the API for the servers of partners (D112), apart from that of the pages: its callers are keys, and neither
 * cookies nor sessions are read. In tests, `checks` compares each call with the declaration of its endpoint (D61).
 */
export function registerPartnerApi(
  app: FastifyInstance,
  services: Services,
  bindings: readonly PartnerBinding[],
  checks?: CallChecks,
): void {
  const unbound = partnerEndpoints.filter(
    ({ name }) => !bindings.some(({ endpoint }) => endpoint.name === name),
  )
  if (unbound.length > 0) throw new Error(`not bound: ${unbound.map(({ name }) => name).join(', ')}`)
  const admit = createAdmission(services)
  const callLog = createCallLog(services)
  app.addHook('onClose', () => callLog.close())
  const describe = describeOnce(services.config.publicUrl.origin)
  app.get('/api/partner/v1/openapi.json', { config: { policy: 'public' } }, (_, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(describe()),
  )
  app.register(async (scope) => {
    acceptJson(scope, standardTimes.body)
    for (const binding of bindings) serve(scope, binding, { admit, callLog, clock: services.clock, checks })
  })
}

interface Serving {
  readonly admit: ReturnType<typeof createAdmission>
  readonly callLog: CallLog
  readonly clock: Clock
  readonly checks: CallChecks | undefined
}

function serve(app: FastifyInstance, binding: PartnerBinding, serving: Serving): void {
  const { endpoint } = binding
  const { admit, callLog, clock, checks } = serving
  const callers = new WeakMap<FastifyRequest, PartnerCaller>()
  app.route({
    method: endpoint.method,
    url: routeUrl(endpoint),
    config: { policy: endpoint.who, endpoint, translate: inEnglish, keptHeaders },
    async onRequest(request, reply) {
      reply.header('x-request-id', request.id)
      const caller = await admit(request.info, endpoint, {
        setHeader: (name, value) => void reply.header(name, value),
        identified: (known) => void callers.set(request, known),
      })
      callers.set(request, caller)
    },
    // Runs after the reply, so that the log does not delay the call.
    async onResponse(request, reply) {
      const caller = callers.get(request)
      if (!caller) return
      const { keyHint, mode, partner } = caller
      callLog.add({
        ...{ partnerId: partner.id, mode, keyHint, at: clock.now(), method: endpoint.method },
        path: `/api${endpoint.path}`,
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
        requestId: request.id,
      })
    },
    handler: async (request, reply) => {
      const caller = callers.get(request)
      if (!caller) throw new Error('a call was not admitted')
      return answer(request, reply, binding, { caller, checks })
    },
  })
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { endpoint, handle }: PartnerBinding,
  { caller, checks }: { readonly caller: PartnerCaller; readonly checks: CallChecks | undefined },
): Promise<FastifyReply> {
  const { info } = request
  const params = readParams(request, endpoint)
  const result = await withDeadline(info, 'call', async () => {
    // Typed by the schemas that parse its parts.
    const call = { caller, params, ...readInput(request, endpoint), request: info } as PartnerCall<
      typeof endpoint
    >
    return checks?.during(endpoint, () => handle(call)) ?? handle(call)
  })
  if (endpoint.reply.kind !== 'json') return sendReply(request, reply, endpoint, result, true)
  const schema: z.ZodType = endpoint.reply.schema.transform((body) =>
    inVersion(caller.version, endpoint.name, body),
  )
  return sendReply(request, reply, { ...endpoint, reply: { ...endpoint.reply, schema } }, result, true)
}

/** Creates the description at the first request, because few processes ever serve it. */
function describeOnce(server: string): () => string {
  let text: string | undefined
  return () => {
    text ??= JSON.stringify(describePartnerApi(server))
    return text
  }
}

/** The OpenAPI document of the partner API, with an example of each call. */
export function describePartnerApi(server: string): Record<string, unknown> {
  return openApi(partnerEndpoints, server, {
    title: '本人確認管理システム 提携先API',
    description:
      'For the servers of partners. Errors are application/problem+json (RFC 9457) with a stable code, in Japanese or, by ' +
      'Accept-Language, in English. KYC-Version names a version; without it, that of the key applies. Times are UTC.',
    examples: partnerExamples,
  })
}
