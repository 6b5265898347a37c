import { sessionRefresh } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { onLogout } from '../api/auth-events.ts'
import { call, providerToken } from '../api/call.ts'
import { paths } from '../paths.ts'
import { startSecurityMonitor } from './security-monitor.ts'
import { useAuth, useAuthState } from './use-session.ts'

/** What happens to the page when the session ends or must be kept fresh (spec §4, D51). Shows nothing. */
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
      const jump = pathname !== '/login'
      auth.ended(jump)
      if (!jump) return
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
      // What went wrong is told by the events of the client; the next call meets it again.
      onTokenRotation: () => void rotate().catch(() => undefined),
    })
  }, [auth, signedIn])

  // spec §4. It goes on in a hidden tab, so that records do not stay on a screen that nobody is signed in at.
  useEffect(() => {
    if (!signedIn) return
    const timer = setInterval(() => void auth.check(), limits.authRecheck)
    return () => clearInterval(timer)
  }, [auth, signedIn])

  return null
}

/** spec §7: the body holds the provider's token where the sign-in happened on this page, and nothing otherwise. */
async function rotate(): Promise<void> {
  const firebaseToken = await providerToken()
  await call(sessionRefresh, firebaseToken === null ? {} : { body: { firebaseToken } })
}
