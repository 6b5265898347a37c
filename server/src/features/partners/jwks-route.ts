import { limits } from '@kyc/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { networkOf } from '../../platform/http/requests/addresses.ts'
import { RateLimit } from '../../platform/http/requests/rate-limit.ts'
import type { PartnerServices } from './partner-services.ts'

/** Serves the public keys of the tokens for partners, where JWT libraries expect them (D34, RFC 7517). */
export function registerJwks(
  app: FastifyInstance,
  { signingKeys, config }: PartnerServices & { readonly config: Pick<Config, 'rate'> },
): void {
  const cached = `public, max-age=${limits.kyc.keysCached / 1000}`
  const requests = new RateLimit(config.rate.apiPerMinute)
  app.get('/.well-known/jwks.json', { config: { policy: 'public' } }, async (request, reply) => {
    // Public and reads the database, so it has the rate limit of calls below /api.
    requests.take(networkOf(request.info.ip))
    const keys = await signingKeys.publicKeys()
    return reply
      .header('cache-control', cached)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ keys }))
  })
}
