import { limits } from '@kyc/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import type { PartnerServices } from './partner-services.ts'

/** The public halves of the keys that sign tokens for partners, where JWT libraries look for them (D34, RFC 7517). */
export function registerJwks(
  app: FastifyInstance,
  { signingKeys }: Pick<PartnerServices, 'signingKeys'>,
): void {
  const cached = `public, max-age=${limits.kyc.keysCached / 1000}`
  app.get('/.well-known/jwks.json', { config: { policy: 'public' } }, async (_, reply) => {
    const keys = await signingKeys.publicKeys()
    return reply
      .header('cache-control', cached)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify({ keys }))
  })
}
