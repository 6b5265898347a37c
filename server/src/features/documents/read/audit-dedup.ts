import { limits } from '@kyc/contract/limits.ts'
import type { Clock } from '../../../platform/clock.ts'

/** The recent views of each session: repeating one leaves no second entry (D38). Without a session nothing is recent. */
export interface RecentLooks {
  has(sessionKey: string | undefined, what: string): boolean
  /** Called when the entry of the view is committed. */
  remember(sessionKey: string | undefined, what: string): void
}

/** Forgetting costs an entry too many, never one too few, so that a bound is safe. */
const maximum = 20_000

export function createRecentLooks(clock: Clock): RecentLooks {
  const until = new Map<string, number>()
  const keyOf = (sessionKey: string, what: string) => `${sessionKey} ${what}`
  return {
    has(sessionKey, what) {
      if (sessionKey === undefined) return false
      const left = (until.get(keyOf(sessionKey, what)) ?? 0) - clock.now().getTime()
      // More is left than there can be where the clock was put back: such a look would be hidden for as long.
      return left > 0 && left <= limits.lookAgain
    },
    remember(sessionKey, what) {
      if (sessionKey === undefined) return
      const key = keyOf(sessionKey, what)
      // The oldest stands first in a map, so that dropping from the front drops what ends next.
      until.delete(key)
      until.set(key, clock.now().getTime() + limits.lookAgain)
      for (const oldest of until.keys()) {
        if (until.size <= maximum) break
        until.delete(oldest)
      }
    },
  }
}

/** How a look at a performer's page is remembered. */
export function performerLook(performerId: string): string {
  return `performer/${performerId}`
}
