import { sessionRefresh } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onLogout } from '../api/auth-events.ts'
import { call, providerToken } from '../api/call.ts'
import { paths } from '../paths.ts'
import { startSecurityMonitor } from './security-monitor.ts'
import { useAuth, useAuthState } from './use-session.ts'

/** Renews the session and handles its end (D51). Renders nothing. */
export function SessionEvents() {
  const auth = useAuth()
  const router = useRouter()
  const signedIn = useAuthState().status === 'authenticated'

  useEffect(() => {
    return onLogout(window, (reason) => {
      if (reason === 'session_expired') {
        void auth.check()
        return
      }
      const { pathname, href } = router.state.location
      const redirects = pathname !== paths.login()
      auth.ended(redirects)
      if (!redirects || auth.state().status === 'covered') return
      setTimeout(async () => {
        await router.navigate({ href: paths.login(href), replace: true })
        auth.ended(false)
      }, limits.loginRedirectDelay)
    })
  }, [auth, router])

  useEffect(() => {
    if (!signedIn) return
    return startSecurityMonitor({
      clock: {
        now: () => Date.now(),
        setTimeout: (run, milliseconds) => window.setTimeout(run, milliseconds),
        clearTimeout: (timer) => window.clearTimeout(timer),
      },
      document,
      window,
      isOnline: () => navigator.onLine,
      onSessionTimeout: () => void auth.check(),
      // The events of the client report the end of the session; the next call repeats any other error.
      onTokenRotation: () => void rotate().catch(() => undefined),
    })
  }, [auth, signedIn])

  // spec §4. Also runs in a hidden tab, so that records do not stay on the screen after the session has
  // ended.
  useEffect(() => {
    if (!signedIn) return
    const timer = setInterval(() => void auth.check(), limits.authRecheck)
    return () => clearInterval(timer)
  }, [auth, signedIn])

  return null
}

/** spec §7: sends the provider token if the sign-in happened on this page, otherwise no body. */
async function rotate(): Promise<void> {
  const firebaseToken = await providerToken()
  await call(sessionRefresh, firebaseToken === null ? {} : { body: { firebaseToken } })
}
