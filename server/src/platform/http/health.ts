import { build } from '@kyc/contract/limits.ts'
import { healthLive, healthReady, type UnreadableKind } from '@kyc/contract/system.ts'
import type { FastifyInstance } from 'fastify'
import { routeUrl } from './route.ts'

export interface Health {
  /** The parts without which the product can't work. A part that can't be asked counts as failing. */
  check(): Promise<Record<string, 'ok' | 'failing'>>
  /** Damaged content by kind. It does not affect the status: another process could not open it either. */
  unreadable(): Record<UnreadableKind, number>
}

/** The endpoints of the contract that are served here. They need no session, so that they work without a database. */
export const healthEndpoints = [healthLive, healthReady] as const

/** D47: `live` says that the process answers, `ready` that its parts do: 503 names the failing one. */
export function registerHealth(app: FastifyInstance, health: Health): void {
  const config = { policy: 'public' } as const
  const live = healthLive.reply.schema.parse({ status: 'ok', version: build.version, date: build.date })
  app.get(routeUrl(healthLive), { config }, (_, reply) => reply.send(live))
  const check = oneAtATime(() => health.check())
  app.get(routeUrl(healthReady), { config }, async (_, reply) => {
    const parts = await check()
    const failing = Object.values(parts).includes('failing')
    if (failing) reply.code(503).header('retry-after', '2')
    const status = failing ? 'degraded' : 'ready'
    return healthReady.reply.schema.parse({ status, parts, unreadable: health.unreadable() })
  })
}

/** Anybody may ask, and each check writes and reads: those who ask at once get one answer. */
function oneAtATime<T>(act: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= act().finally(() => {
      running = undefined
    })
    return running
  }
}
