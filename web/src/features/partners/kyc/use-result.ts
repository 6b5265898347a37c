import { second } from '@kyc/contract/durations.ts'
import { type KycSession, sendAuthResult } from '@kyc/contract/kyc.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { webAddress } from './parameters.ts'

export type ResultState =
  | { readonly status: 'sending' }
  /** Until `secondsLeft` have passed, a retry returns the same error, because the server makes no new attempt. */
  | { readonly status: 'failed'; readonly error: unknown; readonly secondsLeft: number }
  /** Delivered; the message appears after one second. */
  | { readonly status: 'sent'; readonly target: string | null }
  /** The message is shown. Redirects to `target`, if any, after `secondsLeft`; with 0, only a link leads there. */
  | { readonly status: 'completed'; readonly target: string | null; readonly secondsLeft: number }

/**
 * Sends the result and redirects to the partner (spec §4, §9). A page that is opened after the delivery only links
 * to the partner: if it redirected again, browser back from the partner would always return to the partner. The
 * provider's token carries data that the server does not store, such as the picture; the token is never passed to
 * the partner (D34).
 */
export function useResult(
  session: KycSession,
  idToken: string | null,
): { state: ResultState; send: () => void } {
  const [state, setState] = useState<ResultState>(() =>
    session.redirectUrl === null ? { status: 'sending' } : earlierDelivery(session.redirectUrl),
  )
  const started = useRef(false)

  const send = useCallback(async () => {
    setState({ status: 'sending' })
    try {
      const result = idToken === null ? null : { id_token: idToken }
      const { redirectUrl } = await call(sendAuthResult, {
        bearer: true,
        body: { kycSession: session.id, result },
      })
      setState({ status: 'sent', target: webAddress(redirectUrl) })
    } catch (error) {
      setState(failedBy(error))
    }
  }, [session.id, idToken])

  useEffect(() => {
    // Send once: this runs twice in development.
    if (started.current || session.redirectUrl !== null) return
    started.current = true
    void send()
  }, [send, session.redirectUrl])

  useEffect(() => {
    const next = nextOf(state)
    if (!next) return
    const timer = setTimeout(() => {
      if (next.state) setState(next.state)
      else location.replace(next.leave)
    }, next.after)
    return () => clearTimeout(timer)
  }, [state])

  return { state, send: () => void send() }
}

/** The result was delivered before this page was opened. */
export function earlierDelivery(redirectUrl: string): ResultState {
  return { status: 'completed', target: webAddress(redirectUrl), secondsLeft: 0 }
}

export function failedBy(error: unknown): Extract<ResultState, { status: 'failed' }> {
  const secondsLeft = resendingAfter(error) ? limits.kyc.retryAfter / second : 0
  return { status: 'failed', error, secondsLeft }
}

/** Whether the server resends automatically; undefined if the request itself failed. */
export function resendingAfter(error: unknown): 'automatic' | 'stopped' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'PARTNER_DELIVERY_FAILED') return 'automatic'
  return error.code === 'PARTNER_DELIVERY_STOPPED' ? 'stopped' : undefined
}

type Next =
  | { readonly after: number; readonly state: ResultState }
  | { readonly after: number; readonly state: null; readonly leave: string }

/** The next automatic transition and its delay; null if the user has to act. */
export function nextOf(state: ResultState): Next | null {
  if (state.status === 'sent') {
    const secondsLeft = limits.kyc.redirectDelay / second
    return {
      after: limits.kyc.successMessageDelay,
      state: { status: 'completed', target: state.target, secondsLeft },
    }
  }
  if (state.status === 'failed' && state.secondsLeft > 0) {
    return { after: second, state: { ...state, secondsLeft: state.secondsLeft - 1 } }
  }
  if (state.status !== 'completed' || state.target === null || state.secondsLeft === 0) return null
  if (state.secondsLeft === 1) return { after: second, state: null, leave: state.target }
  return { after: second, state: { ...state, secondsLeft: state.secondsLeft - 1 } }
}
