import { limits } from '@kyc/contract/limits.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSecurityMonitor } from './security-monitor.ts'

const minute = 60_000
let events: string[]
let stop: () => void
let visibilityState: DocumentVisibilityState
let online: boolean
let page: EventTarget & { readonly visibilityState: DocumentVisibilityState }
let window: EventTarget

beforeEach(() => {
  vi.useFakeTimers()
  events = []
  visibilityState = 'visible'
  online = true
  window = new EventTarget()
  page = Object.defineProperty(new EventTarget(), 'visibilityState', {
    get: () => visibilityState,
  }) as typeof page // the property has just been defined
  stop = startSecurityMonitor({
    clock: {
      now: () => Date.now(),
      setTimeout: (run, milliseconds) => Number(setTimeout(run, milliseconds)),
      clearTimeout: (timer) => clearTimeout(timer),
    },
    document: page,
    window,
    isOnline: () => online,
    onSessionTimeout: () => events.push('timeout'),
    onTokenRotation: () => events.push('rotation'),
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

function turn(visible: boolean) {
  visibilityState = visible ? 'visible' : 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
}

test('the token is rotated every 30 minutes and the session times out after 2 hours', () => {
  vi.advanceTimersByTime(limits.session.idle)
  expect(events).toEqual(['rotation', 'rotation', 'rotation', 'timeout', 'rotation'])
})

test('the timers rest while the tab is hidden and go on with what was left', () => {
  vi.advanceTimersByTime(20 * minute)
  turn(false)
  vi.advanceTimersByTime(300 * minute)
  expect(events).toEqual([])
  turn(true)
  vi.advanceTimersByTime(10 * minute - 1)
  expect(events).toEqual([])
  vi.advanceTimersByTime(1)
  expect(events).toEqual(['rotation'])
})

test('the timers rest while the browser is offline', () => {
  online = false
  window.dispatchEvent(new Event('offline'))
  vi.advanceTimersByTime(300 * minute)
  expect(events).toEqual([])
  online = true
  window.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(30 * minute)
  expect(events).toEqual(['rotation'])
})

test('nothing runs after the end', () => {
  stop()
  turn(true)
  vi.advanceTimersByTime(300 * minute)
  expect(events).toEqual([])
})
