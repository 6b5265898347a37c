import { minute } from '@kyc/contract/durations.ts'
import { claimReviewCase, type ReviewClaim, releaseReviewCase } from '@kyc/contract/review.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { queryKey } from '../../../api/queries.ts'
import { caseQuery } from '../panes/prefetch-case.ts'

export interface ClaimOptions {
  id: string
  /** Something waits for a decision, and no other account has the case. */
  wanted: boolean
  /** The versions that are visible: those fetched ahead count as opened from then on (D14). */
  shown: ReadonlySet<string>
}

/** Milliseconds. Pictures that appear together are reported together. */
const collects = 100

/**
 * Claims the case while it is open, renews the claim while the reviewer works, and releases it afterwards, also when
 * the window closes (D21).
 * Returns a function that resolves when all visible versions were reported, and one that takes the case over.
 */
export function useClaim({ id, wanted, shown }: ClaimOptions) {
  const queries = useQueryClient()
  const sent = useRef({ at: 0, shown: 0, timer: 0, ready: Promise.resolve() })
  const claim = async (takeOver: boolean) => {
    const state = sent.current
    clearTimeout(state.timer)
    Object.assign(state, { at: Date.now(), shown: shown.size, timer: 0 })
    const body = { takeOver, shown: [...shown] }
    const reply = await call(claimReviewCase, { params: { id }, body })
    const setClaim = (held: ReviewClaim) =>
      queries.setQueryData(caseQuery(id).queryKey, (detail) => detail && { ...detail, claim: held })
    setClaim(reply.claim)
  }
  const renew = useEffectEvent(() => {
    sent.current.ready = claim(false).catch(async (error: unknown) => {
      // Another account was faster, or the record is gone: the page shows which.
      if (!(error instanceof ApiError)) throw error
      await queries.invalidateQueries({ queryKey: caseQuery(id).queryKey })
      await queries.invalidateQueries({ queryKey: queryKey('review.cases') })
    })
  })
  useEffect(() => {
    const state = sent.current
    if (!wanted || state.timer !== 0 || (state.at > 0 && state.shown === shown.size)) return
    state.timer = window.setTimeout(renew, collects)
  }, [wanted, shown])
  useEffect(() => {
    if (!wanted) return
    const work = () => {
      if (sent.current.at > 0 && Date.now() - sent.current.at >= minute) renew()
    }
    window.addEventListener('keydown', work)
    window.addEventListener('pointerdown', work)
    return () => {
      window.removeEventListener('keydown', work)
      window.removeEventListener('pointerdown', work)
    }
  }, [wanted])
  useEffect(() => {
    if (!wanted) return
    const state = sent.current
    const release = () => {
      clearTimeout(state.timer)
      const claimed = state.at > 0
      Object.assign(state, { at: 0, shown: 0, timer: 0 })
      // Without one, the claim ends by itself.
      if (claimed) call(releaseReviewCase, { params: { id } }).catch(() => {})
    }
    const restored = ({ persisted }: PageTransitionEvent) => persisted && renew()
    window.addEventListener('pagehide', release)
    window.addEventListener('pageshow', restored)
    return () => {
      window.removeEventListener('pagehide', release)
      window.removeEventListener('pageshow', restored)
      release()
    }
  }, [id, wanted])
  return {
    ready: () => {
      if (sent.current.timer !== 0) renew()
      return sent.current.ready
    },
    takeOver: () => claim(true),
  }
}
