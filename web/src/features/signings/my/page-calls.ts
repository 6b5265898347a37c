import type { PageSession, PageSigning } from '@kyc/contract/page-session.ts'
import { getPerformerPage, openPerformerPage } from '@kyc/contract/performer-page.ts'
import { call } from '../../../api/call.ts'
import { paths } from '../../../paths.ts'
import type { LinkKind } from '../../performer-links/frame/use-link-session.ts'
import type { LookedAt } from './signing-step.ts'

/** The link to the performer's page. */
export const performerPage: LinkKind<PageSession> = {
  open: (token) => call(openPerformerPage, { body: { token } }),
  get: (id) => call(getPerformerPage, { query: { id } }),
  path: paths.performerPage,
}

/** What every part of the page gets. */
export interface PageCalls {
  readonly session: PageSession
  readonly onSession: (session: PageSession) => void
  /** The failure may concern the whole page, or show that it is not current. */
  readonly onError: (error: unknown) => void
}

/** What every step of a signing gets. */
export interface SigningCalls extends PageCalls {
  readonly signing: PageSigning
  /** Leads to the page with all contracts. */
  readonly onLeave: () => void
  /** Shows an earlier step. */
  readonly onLook: (step: LookedAt) => void
  readonly onRefresh: () => Promise<void>
}
