import type { SecondFactor, User } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { problems } from '@kyc/contract/problems.ts'
import { safePath } from '@kyc/contract/safe-path.ts'
import { exchangeSsoCode } from '@kyc/contract/sign-in.ts'
import { useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { paths } from '../../../paths.ts'
import { useAuth } from '../../../session/use-session.ts'
import { useGo } from '../../../ui/go.tsx'

export interface SsoState {
  /** Index of limits.sso.progress. */
  readonly step: number
  readonly done: boolean
  readonly failure: string | null
  /** What still has to be given before there is a session (D31). */
  readonly secondFactor: readonly SecondFactor[]
}

const start: SsoState = { step: 0, done: false, failure: null, secondFactor: [] }
const missing = '認証トークンが見つかりません'
const failed = '認証中にエラーが発生しました。もう一度お試しください。'

/** Failures that the person can do something about keep their own words (D30). */
const telling = ['EMAIL_IN_USE', 'PROVIDER_UNAVAILABLE', 'PROVIDER_NOT_CONFIGURED'] as const

/** Trades the code of the address for a session once, shows how far it is, and goes on. */
export function useSsoCallback(): SsoState & { readonly succeed: (user: User) => void } {
  const { token, redirect, error } = useSearch({ from: '/public/sso-callback' })
  const auth = useAuth()
  const go = useGo()
  const started = useRef(false)
  // Kept apart, because the address loses it together with the code.
  const target = useRef(safePath(redirect))
  const [state, setState] = useState<SsoState>(start)
  // A link of this page may be followed before the delay is over: then the page stays that it leads to.
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])

  const succeed = useCallback(
    (user: User) => {
      setState({ ...start, step: 3, done: true })
      setTimeout(() => {
        auth.signedIn(user)
        if (!left.current) void go(target.current, { replace: true })
      }, limits.sso.successDelay)
    },
    [auth, go],
  )

  useEffect(() => {
    // The code counts once, and this runs twice in development.
    if (started.current) return
    started.current = true
    const fail = (failure: string) => {
      setState({ ...start, failure })
      setTimeout(() => {
        if (!left.current) void go(paths.login(), { replace: true })
      }, limits.sso.failureDelay)
    }
    // The code leaves the address at once, so that neither history nor a copied address holds it.
    history.replaceState(history.state, '', location.pathname)
    if (error) return fail(messageOf(error))
    if (!token) return fail(missing)
    const exchange = async () => {
      const [reply] = await Promise.all([
        call(exchangeSsoCode, { body: { token } }),
        stepShown()
          .then(() => setState({ ...start, step: 1 }))
          .then(stepShown),
      ])
      setState({ ...start, step: 2, secondFactor: reply.secondFactor })
      await stepShown()
      if (reply.user) succeed(reply.user)
    }
    exchange().catch((reason) => fail(reason instanceof ApiError ? messageOf(reason.code) : failed))
  }, [token, error, go, succeed])
  return { ...state, succeed }
}

/** A timer and no animation frame: a hidden tab has none, and its sign-in must not wait. */
function stepShown(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, limits.sso.stepShown))
}

function messageOf(code: string): string {
  const known = telling.find((candidate) => candidate === code)
  return known ? problems[known].title : failed
}
