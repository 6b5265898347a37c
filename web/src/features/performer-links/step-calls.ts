import type { LinkSession } from '@kyc/contract/performer-links.ts'

/** What every step gets. */
export interface StepCalls {
  readonly session: LinkSession
  readonly onSession: (session: LinkSession) => void
  /** The failure may concern the whole link. */
  readonly onError: (error: unknown) => void
}
