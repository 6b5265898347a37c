import { livePath } from '@kyc/contract/live.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { asLive } from '../../api/call.ts'
import type { TimerClock } from '../pausable-timer.ts'
import { useAuth, useSession } from '../use-session.ts'
import { keepLive } from './live-connection.ts'
import { LiveRefresh } from './live-refresh.ts'

const clock: TimerClock = {
  now: () => Date.now(),
  setTimeout: (run, milliseconds) => window.setTimeout(run, milliseconds),
  clearTimeout: (timer) => window.clearTimeout(timer),
}

/** Open pages follow what others do (D42). Stands in the shell and shows nothing. */
export function LiveUpdates() {
  const auth = useAuth()
  const queries = useQueryClient()
  const { id, role } = useSession().user

  // biome-ignore lint/correctness/useExhaustiveDependencies: another person or another role is another socket
  useEffect(() => {
    const isVisible = () => document.visibilityState === 'visible'
    const refresh = new LiveRefresh({ queries, clock, random: Math.random, isVisible, asLive })
    const onVisible = () => refresh.shown()
    document.addEventListener('visibilitychange', onVisible)
    const end = keepLive({
      open: () => new WebSocket(`${location.origin.replace('http', 'ws')}${livePath}`),
      clock,
      random: Math.random,
      document,
      window,
      isOnline: () => navigator.onLine,
      onOpen: () => refresh.opened(),
      onHint: (hint) => refresh.hint(hint),
      onRefused: () => void auth.check(),
    })
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      end()
      refresh.stop()
    }
  }, [auth, queries, id, role])

  return null
}
