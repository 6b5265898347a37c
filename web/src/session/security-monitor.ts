import { limits } from '@kyc/contract/limits.ts'
import { PausableTimer, type TimerClock } from './pausable-timer.ts'

export interface SecurityMonitorOptions {
  readonly clock: TimerClock
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly isOnline: () => boolean
  /** 2 h: the session may be over; the server is asked, because it alone knows of other tabs (D27). */
  readonly onSessionTimeout: () => void
  /** 30 min: rotate the token. */
  readonly onTokenRotation: () => void
}

/**
 * spec §4: the timers that run while somebody is signed in, paused while the tab is hidden or offline and resumed
 * on return. The returned function ends them.
 */
export function startSecurityMonitor(options: SecurityMonitorOptions): () => void {
  const { clock, document, window } = options
  const timers = [
    new PausableTimer(clock, limits.session.idle, options.onSessionTimeout),
    new PausableTimer(clock, limits.tokenRotation, options.onTokenRotation),
  ]
  const apply = () => {
    const active = document.visibilityState === 'visible' && options.isOnline()
    for (const timer of timers) {
      if (active) timer.resume()
      else timer.pause()
    }
  }
  document.addEventListener('visibilitychange', apply)
  window.addEventListener('online', apply)
  window.addEventListener('offline', apply)
  apply()
  return () => {
    for (const timer of timers) timer.pause()
    document.removeEventListener('visibilitychange', apply)
    window.removeEventListener('online', apply)
    window.removeEventListener('offline', apply)
  }
}
