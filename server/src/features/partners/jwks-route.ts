import { limits } from '@kyc/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { networkOf } from '../../platform/http/requests/addresses.ts'
import { RateLimit } from '../../platform/http/requests/rate-limit.ts'
import type { PartnerServices } from './partner-services.ts'

/** The public halves of the keys that sign tokens for partners, where JWT libraries look for them (D34, RFC 7517). */
export function registerJwks(
  app: FastifyInstance,
  { signingKeys, config }: Pick<PartnerServices, 'signingKeys'> & { readonly config: Pick<Config, 'rate'> },
): void {
  const cached = `public, max-age=${limits.kyc.keysCached / 1000}`
  const asked = new RateLimit(config.rate.apiPerMinute)
  app.get('/.well-known/jwks.json', { config: { policy: 'public' } }, async (request, reply) => {
    // It asks the database, for whoever comes: it is counted like a call below /api.
    asked.take(networkOf(request.info.ip))
    const keys = await signingKeys.publicKeys()
    return reply
      .header('cache-control', cached)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ keys }))
  })
}
