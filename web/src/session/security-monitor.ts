import { limits } from '@kyc/contract/limits.ts'
import { PausableTimer, type TimerClock } from './pausable-timer.ts'

export interface SecurityMonitorOptions {
  readonly clock: TimerClock
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly isOnline: () => boolean
  /** After 2 h: check the session with the server, because other tabs may have extended it. */
  readonly onSessionTimeout: () => void
  /** Every 30 min. */
  readonly onTokenRotation: () => void
}

/**
 * The timers of a signed-in page, paused while the tab is hidden or offline. The returned function
 * stops them.
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
