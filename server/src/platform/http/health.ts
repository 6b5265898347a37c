import { healthLive, healthReady, type UnreadableKind } from '@kyc/contract/health.ts'
import { build } from '@kyc/contract/limits.ts'
import type { FastifyInstance } from 'fastify'
import { oneAtATime } from '../jobs/one-at-a-time.ts'
import type { Release } from '../process/release.ts'
import { routeUrl } from './route.ts'

type Parts = Record<string, 'ok' | 'failing'>

export interface Health {
  /** What runs, apart from the build label of spec §9. */
  readonly release: Release
  /** Checks the parts that the product requires. A part that can't be reached is failing. */
  check(): Promise<Parts>
  /** Parts that need attention although the product serves without them: a failing one causes no 503. */
  watch(): Promise<Parts>
  /** Damaged items by kind. They don't affect the status: another process could not open them either. */
  unreadable(): Record<UnreadableKind, number>
}

/** The contract endpoints served by this file. They need no session and therefore work without a database. */
export const healthEndpoints = [healthLive, healthReady] as const

/**
 * D47: `live` reports that the process responds, `ready` that its parts work; a 503 lists the failing ones. From
 * `stopping` on, the process is not ready, although it still serves.
 */
export function registerHealth(app: FastifyInstance, health: Health, stopping?: AbortSignal): void {
  const config = { policy: 'public' } as const
  const live = healthLive.reply.schema.parse({
    status: 'ok',
    version: build.version,
    date: build.date,
    release: health.release,
  })
  app.get(routeUrl(healthLive), { config }, (_, reply) => reply.send(live))
  // Public, and each check writes and reads, so concurrent requests share one.
  const check = oneAtATime(() => Promise.all([health.check(), health.watch()]))
  app.get(routeUrl(healthReady), { config }, async (_, reply) => {
    if (stopping?.aborted) {
      reply.code(503).header('retry-after', '2')
      return healthReady.reply.schema.parse({
        status: 'stopping',
        parts: {},
        unreadable: health.unreadable(),
      })
    }
    const [required, watched] = await check()
    const parts = { ...required, ...watched }
    if (isFailing(required)) reply.code(503).header('retry-after', '2')
    const status = isFailing(parts) ? 'degraded' : 'ready'
    return healthReady.reply.schema.parse({ status, parts, unreadable: health.unreadable() })
  })
}

function isFailing(parts: Parts): boolean {
  return Object.values(parts).includes('failing')
}
