import { minute } from '@kyc/contract/durations.ts'
import { claimReviewCase, releaseReviewCase } from '@kyc/contract/review.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { queryKey } from '../../../api/queries.ts'
import { caseQuery } from '../panes/prefetch-case.ts'

export interface ClaimOptions {
  id: string
  /** Something waits for a decision, and no other account has the case. */
  wanted: boolean
  /** The visible versions: a prefetched version counts as opened once it is visible. */
  shown: ReadonlySet<string>
}

/** Milliseconds for which visible pictures and pages are collected into one report. A decision sends it at once. */
const collects = 300

/** The claim of this page on one case. */
class Claim {
  readonly #id: string
  readonly #queries: QueryClient
  #shown: ReadonlySet<string> = new Set()
  #timer = 0
  /** Milliseconds since the epoch; 0 while nothing is claimed. */
  #sentAt = 0
  #sentShown = 0
  #sent = Promise.resolve()
  #approval: Promise<unknown> = Promise.resolve()

  constructor(id: string, queries: QueryClient) {
    this.#id = id
    this.#queries = queries
  }

  /** Claims the case, or reports the versions that have become visible since. */
  show(shown: ReadonlySet<string>): void {
    this.#shown = shown
    if (this.#timer !== 0 || (this.#sentAt > 0 && this.#sentShown === shown.size)) return
    this.#timer = window.setTimeout(() => this.renew(), collects)
  }

  /** Renews the claim, at most once a minute. */
  work(): void {
    if (this.#sentAt > 0 && Date.now() - this.#sentAt >= minute) this.renew()
  }

  renew(): void {
    this.#sent = this.send(false).catch(async (error: unknown) => {
      // Another account has claimed the case first, or the record is gone: the refetch shows which.
      if (!(error instanceof ApiError)) throw error
      await this.#queries.invalidateQueries({ queryKey: caseQuery(this.#id).queryKey })
      await this.#queries.invalidateQueries({ queryKey: queryKey('review.cases') })
    })
  }

  async send(takeOver: boolean): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = 0
    this.#sentAt = Date.now()
    this.#sentShown = this.#shown.size
    const body = { takeOver, shown: [...this.#shown] }
    const { claim } = await call(claimReviewCase, { params: { id: this.#id }, body })
    this.#queries.setQueryData(caseQuery(this.#id).queryKey, (detail) => detail && { ...detail, claim })
  }

  /** Approves when all visible versions were reported. */
  approve<Reply>(approve: () => Promise<Reply>): Promise<Reply> {
    if (this.#timer !== 0) this.renew()
    const approval = this.#sent.then(approve)
    this.#approval = approval.catch(() => {})
    return approval
  }

  release(): void {
    clearTimeout(this.#timer)
    const claimed = this.#sentAt > 0
    this.#timer = 0
    this.#sentAt = 0
    this.#sentShown = 0
    // The last decision has ended the claim already. If this call fails, the claim expires.
    if (claimed && this.#isPending()) call(releaseReviewCase, { params: { id: this.#id } }).catch(() => {})
  }

  #isPending(): boolean {
    const detail = this.#queries.getQueryData(caseQuery(this.#id).queryKey)
    return !detail || detail.documents.some(({ status }) => status === 'pending')
  }

  /** Releases after the reply to the approval of the last document, which may be under way. */
  releaseAfterApproval(): void {
    void this.#approval.then(() => this.release())
  }
}

/**
 * Claims the case while it is open, renews the claim while the reviewer works, and releases it afterwards, also when
 * the window closes.
 */
export function useClaim({ id, wanted, shown }: ClaimOptions): Claim {
  const queries = useQueryClient()
  const [claim] = useState(() => new Claim(id, queries))
  useEffect(() => {
    if (wanted) claim.show(shown)
  }, [claim, wanted, shown])
  useEffect(() => {
    if (!wanted) return
    const ended = new AbortController()
    const { signal } = ended
    const restored = ({ persisted }: PageTransitionEvent) => persisted && claim.renew()
    window.addEventListener('keydown', () => claim.work(), { signal })
    window.addEventListener('pointerdown', () => claim.work(), { signal })
    window.addEventListener('pagehide', () => claim.release(), { signal })
    window.addEventListener('pageshow', restored, { signal })
    return () => {
      ended.abort()
      claim.releaseAfterApproval()
    }
  }, [claim, wanted])
  return claim
}
