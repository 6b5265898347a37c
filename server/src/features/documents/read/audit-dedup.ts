import { limits } from '@kyc/contract/limits.ts'
import type { Clock } from '../../../platform/clock.ts'

/** The recent views of each session: the same view again needs no second entry (D38). Nothing is recent without a session. */
export interface AuditDedup {
  has(sessionKey: string | undefined, what: string): boolean
  /** Call it when the entry of the view is committed. */
  remember(sessionKey: string | undefined, what: string): void
}

/** A bound is safe: an evicted view costs a duplicate entry, never a missing one. */
const maximum = 20_000

export function createAuditDedup(clock: Clock): AuditDedup {
  const until = new Map<string, number>()
  const keyOf = (sessionKey: string, what: string) => `${sessionKey} ${what}`
  return {
    has(sessionKey, what) {
      if (sessionKey === undefined) return false
      const left = (until.get(keyOf(sessionKey, what)) ?? 0) - clock.now().getTime()
      // More than the maximum is left if the clock was set back; such a view must not stay suppressed for long.
      return left > 0 && left <= limits.lookAgain
    },
    remember(sessionKey, what) {
      if (sessionKey === undefined) return
      const key = keyOf(sessionKey, what)
      // A map keeps insertion order, so that the first entries expire first.
      until.delete(key)
      until.set(key, clock.now().getTime() + limits.lookAgain)
      for (const oldest of until.keys()) {
        if (until.size <= maximum) break
        until.delete(oldest)
      }
    },
  }
}

/** The name of a view of a performer's page. */
export function performerView(performerId: string): string {
  return `performer/${performerId}`
}
