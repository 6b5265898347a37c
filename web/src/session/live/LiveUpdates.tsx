import { livePath } from '@kyc/contract/live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { asLive } from '../../api/call.ts'
import type { TimerClock } from '../pausable-timer.ts'
import { useAuth, useSession } from '../use-session.ts'
import { startLiveConnection } from './live-connection.ts'
import { LiveRefresh } from './live-refresh.ts'

const clock: TimerClock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => window.setTimeout(run, milliseconds),
  clearTimeout: (timer) => window.clearTimeout(timer),
}

/** Refreshes open pages after changes by other accounts. Renders nothing. */
export function LiveUpdates() {
  const auth = useAuth()
  const queries = useQueryClient()
  const { id, role } = useSession().user

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new account or role needs a new socket
  useEffect(() => {
    const isVisible = () => document.visibilityState === 'visible'
    const refresh = new LiveRefresh({ queries, clock, random: Math.random, isVisible, asLive })
    const onVisible = () => refresh.shown()
    document.addEventListener('visibilitychange', onVisible)
    const stop = startLiveConnection({
      open: () => new WebSocket(`${location.origin.replace('http', 'ws')}${livePath}`),
      clock,
      random: Math.random,
      document,
      window,
      isOnline: () => navigator.onLine,
      onOpen: () => refresh.opened(),
      onChange: (change) => refresh.change(change),
      onRefused: () => void auth.check(),
    })
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      stop()
      refresh.stop()
    }
  }, [auth, queries, id, role])

  return null
}
