import { second } from '@kyc/contract/durations.ts'
import { type KycSession, sendAuthResult } from '@kyc/contract/kyc.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { webAddress } from './parameters.ts'

export type ResultState =
  | { readonly status: 'sending' }
  /** Asked again sooner, the server only says the same: it gives the partner some time. */
  | { readonly status: 'failed'; readonly error: unknown; readonly secondsLeft: number }
  /** Delivered; the message follows after a second (spec §4). */
  | { readonly status: 'sent'; readonly target: string | null }
  /** Said; the way back begins when the seconds are over. Without a web page to go to there are none. */
  | { readonly status: 'told'; readonly target: string | null; readonly secondsLeft: number }

/**
 * Sends the result, unless the partner has it, and leads back to the partner (spec §4, §9). The provider's token brings
 * what our server does not keep, such as the picture; it is never handed on (D34).
 */
export function useResult(
  session: KycSession,
  idToken: string | null,
): { state: ResultState; send: () => void } {
  const [state, setState] = useState<ResultState>(() =>
    session.redirectUrl === null
      ? { status: 'sending' }
      : { status: 'sent', target: webAddress(session.redirectUrl) },
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
    // Once: this runs twice in development.
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

export function failedBy(error: unknown): Extract<ResultState, { status: 'failed' }> {
  const secondsLeft = resendingAfter(error) ? limits.kyc.retryAfter / second : 0
  return { status: 'failed', error, secondsLeft }
}

/**
 * Whether the server goes on by itself with a result that the partner did not take (D35); undefined where it failed on
 * the way to our server.
 */
export function resendingAfter(error: unknown): 'goesOn' | 'stopped' | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'PARTNER_DELIVERY_FAILED') return 'goesOn'
  return error.code === 'PARTNER_DELIVERY_STOPPED' ? 'stopped' : undefined
}

type Next =
  | { readonly after: number; readonly state: ResultState }
  | { readonly after: number; readonly state: null; readonly leave: string }

/** What follows by itself, and when; null where the person decides. */
export function nextOf(state: ResultState): Next | null {
  if (state.status === 'sent') {
    const secondsLeft = limits.kyc.redirectDelay / second
    return {
      after: limits.kyc.successMessageDelay,
      state: { status: 'told', target: state.target, secondsLeft },
    }
  }
  if (state.status === 'failed' && state.secondsLeft > 0) {
    return { after: second, state: { ...state, secondsLeft: state.secondsLeft - 1 } }
  }
  if (state.status !== 'told' || state.target === null || state.secondsLeft === 0) return null
  if (state.secondsLeft === 1) return { after: second, state: null, leave: state.target }
  return { after: second, state: { ...state, secondsLeft: state.secondsLeft - 1 } }
}
