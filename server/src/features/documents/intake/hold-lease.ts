import { limits } from '@kyc/contract/limits.ts'
import type { Log } from '../../../platform/log.ts'

interface Lease {
  readonly renew: () => Promise<unknown>
  /** Gives up what is held. If this fails, the sweeper does the same once the lease has expired. */
  readonly release: () => Promise<unknown>
}

/**
 * Renews the lease of an upload until `end`, so that neither a retry nor the sweeper takes over; `end` releases what is
 * not kept.
 */
export function holdLease(log: Log, { renew, release }: Lease): { end(kept: boolean): Promise<void> } {
  const renewal = setInterval(() => {
    renew().catch((error) => log.warn({ err: error }, 'the lease of an upload was not renewed'))
  }, limits.intentLease / 3)
  return {
    async end(kept) {
      clearInterval(renewal)
      if (kept) return
      await release().catch((error) => log.warn({ err: error }, 'a failed upload was not released at once'))
    },
  }
}
