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
  /** The second factors of which one is still required. */
  readonly secondFactor: readonly SecondFactor[]
}

const start: SsoState = { step: 0, done: false, failure: null, secondFactor: [] }
const missing = '認証トークンが見つかりません'
const failed = '認証中にエラーが発生しました。もう一度お試しください。'

/** Problems that are shown with their own message, because the user can act on them (D30). */
const shownProblems = ['EMAIL_IN_USE', 'PROVIDER_UNAVAILABLE', 'PROVIDER_NOT_CONFIGURED'] as const

/** Whether no link was followed during the delay. The URL changes at once, the page only when the next one has loaded. */
const isOpen = () => location.pathname === '/sso-callback'

/** Exchanges the code in the URL for a session once, reports the progress and redirects. */
export function useSsoCallback(): SsoState & { readonly succeed: (user: User) => void } {
  const { token, redirect, error } = useSearch({ from: '/public/sso-callback' })
  const auth = useAuth()
  const go = useGo()
  const started = useRef(false)
  // Stored, because it is removed from the URL together with the code.
  const target = useRef(safePath(redirect))
  const [state, setState] = useState<SsoState>(start)
  const succeed = useCallback(
    (user: User) => {
      setState({ ...start, step: 3, done: true })
      setTimeout(() => {
        auth.signedIn(user)
        if (isOpen()) void go(target.current, { replace: true })
      }, limits.sso.successDelay)
    },
    [auth, go],
  )

  useEffect(() => {
    // The code is valid once, and StrictMode runs this effect twice in development.
    if (started.current) return
    started.current = true
    const fail = (failure: string) => {
      setState({ ...start, failure })
      setTimeout(() => {
        if (isOpen()) void go(paths.login(), { replace: true })
      }, limits.sso.failureDelay)
    }
    // Removes the code from the URL at once, so that neither the history nor a copied URL contains it.
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

/** Uses a timer: a hidden tab has no animation frames, and its sign-in must not stop. */
function stepShown(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, limits.sso.stepShown))
}

function messageOf(code: string): string {
  const shown = shownProblems.find((candidate) => candidate === code)
  return shown ? problems[shown].title : failed
}
