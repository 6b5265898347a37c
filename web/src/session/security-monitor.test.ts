import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startSecurityMonitor } from './security-monitor.ts'
import { TestPage, testClock } from './testing/test-page.ts'

const minute = 60_000
let events: string[]
let stop: () => void
let page: TestPage

beforeEach(() => {
  vi.useFakeTimers()
  events = []
  page = new TestPage()
  stop = startSecurityMonitor({
    clock: testClock,
    document: page.document,
    window: page.window,
    isOnline: page.isOnline,
    onSessionTimeout: () => events.push('timeout'),
    onTokenRotation: () => events.push('rotation'),
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('the token is rotated every 30 minutes and the session times out after 2 hours', () => {
  vi.advanceTimersByTime(120 * minute)
  expect(events).toEqual(['rotation', 'rotation', 'rotation', 'timeout', 'rotation'])
})

test('the timers rest while the tab is hidden and go on with what was left', () => {
  vi.advanceTimersByTime(20 * minute)
  page.turn(false)
  vi.advanceTimersByTime(300 * minute)
  expect(events).toEqual([])
  page.turn(true)
  vi.advanceTimersByTime(10 * minute - 1)
  expect(events).toEqual([])
  vi.advanceTimersByTime(1)
  expect(events).toEqual(['rotation'])
})

test('the timers rest while the browser is offline', () => {
  page.connect(false)
  vi.advanceTimersByTime(300 * minute)
  expect(events).toEqual([])
  page.connect(true)
  vi.advanceTimersByTime(30 * minute)
  expect(events).toEqual(['rotation'])
})

test('nothing runs after the end', () => {
  stop()
  page.turn(true)
  vi.advanceTimersByTime(300 * minute)
  expect(events).toEqual([])
})
