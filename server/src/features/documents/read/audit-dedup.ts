import { limits } from '@kyc/contract/limits.ts'
import type { Clock } from '../../../platform/clock.ts'

/**
 * The recent views of each session, whose repeats need no second entry (D38). Without a session each view
 * counts.
 */
export interface AuditDedup {
  has(sessionKey: string | undefined, view: string): boolean
  /** Call it after the entry of the view is committed. */
  add(sessionKey: string | undefined, view: string): void
}

/** A bound is safe: an evicted view costs a duplicate entry, never a missing one. */
const maximum = 20_000

export function createAuditDedup(clock: Clock): AuditDedup {
  const until = new Map<string, number>()
  const keyOf = (sessionKey: string, view: string) => `${sessionKey} ${view}`
  return {
    has(sessionKey, view) {
      if (sessionKey === undefined) return false
      const left = (until.get(keyOf(sessionKey, view)) ?? 0) - clock.now().getTime()
      // More than the maximum is left if the clock was set back; such a view must not stay suppressed for
      // long.
      return left > 0 && left <= limits.viewDedup
    },
    add(sessionKey, view) {
      if (sessionKey === undefined) return
      const key = keyOf(sessionKey, view)
      // A map keeps the order of insertion, which is the order of expiry.
      until.delete(key)
      until.set(key, clock.now().getTime() + limits.viewDedup)
      for (const oldest of until.keys()) {
        if (until.size <= maximum) break
        until.delete(oldest)
      }
    },
  }
}

/** The key of a view of a performer's page. */
export function performerView(performerId: string): string {
  return `performer/${performerId}`
}

/** The key of the same view as a prefetch, which is none yet. */
export function prefetchOf(view: string): string {
  return `prefetch/${view}`
}
