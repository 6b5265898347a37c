import { limits } from '@kyc/contract/limits.ts'
import { livePath } from '@kyc/contract/live.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { addresses, networkOf } from '../../platform/http/requests/addresses.ts'
import type { Caller } from '../../platform/http/requests/caller.ts'
import { RateLimit } from '../../platform/http/requests/rate-limit.ts'
import { registerWebSocket } from '../../platform/http/web-socket.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { Problem } from '../../platform/problem.ts'
import { organisationsOf } from '../access/scope.ts'
import { findCaller } from '../accounts/sessions/gatekeeper.ts'
import { LiveHub, type LiveServices } from './live-hub.ts'

/** Per address. All pages of an office may share one address and reconnect at once after a restart. */
const handshakesPerMinute = 300

/** Serves /ws (D42). A stopping server closes sockets with a code that makes pages reconnect later. */
export function registerLive(
  app: FastifyInstance,
  services: LiveServices & {
    readonly config: Pick<Config, 'publicUrl' | 'secureCookies'>
    readonly metrics: Metrics | undefined
  },
): void {
  const { socketOriginMatches } = addresses(services.config)
  const handshakes = new RateLimit(handshakesPerMinute)
  const hub = new LiveHub(services)
  app.addHook('preClose', () => hub.close())
  services.metrics?.addGauges(
    { kyc_live_sockets: { help: 'Open pages that receive live updates' } },
    async () => ({
      kyc_live_sockets: hub.size,
    }),
  )
  registerWebSocket(app, {
    path: livePath,
    frameBytes: limits.live.frameBytes,
    async admit(request: FastifyRequest): Promise<{ caller: Caller; organisations: readonly string[] }> {
      // Checked first, so that a page of another site cannot use up the rate limit of its visitor's address.
      if (!socketOriginMatches(request)) throw new Problem('FORBIDDEN')
      handshakes.take(networkOf(request.info.ip))
      // An open socket does not extend the session.
      const caller = await findCaller(services, request.info, false)
      if (!caller) throw new Problem('UNAUTHENTICATED')
      if (caller.enrolOnly) throw new Problem('SECOND_FACTOR_ENROL')
      request.caller = caller
      await hub.prepare()
      return { caller, organisations: await organisationsOf(services.db, caller.id) }
    },
    opened: (socket, { caller, organisations }) => hub.add(socket, caller, organisations),
  })
}
