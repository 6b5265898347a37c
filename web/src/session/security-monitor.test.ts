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

test('the monitor rotates the token every 30 minutes and times out the session after 2 hours', () => {
  vi.advanceTimersByTime(120 * minute)
  expect(events).toEqual(['rotation', 'rotation', 'rotation', 'timeout', 'rotation'])
})

test('the timers pause while the tab is hidden and resume with the remaining time', () => {
  vi.advanceTimersByTime(20 * minute)
  page.setVisible(false)
  vi.advanceTimersByTime(300 * minute)
  expect(events).toEqual([])
  page.setVisible(true)
  vi.advanceTimersByTime(10 * minute - 1)
  expect(events).toEqual([])
  vi.advanceTimersByTime(1)
  expect(events).toEqual(['rotation'])
})

test('the timers pause while the browser is offline', () => {
  page.setOnline(false)
  vi.advanceTimersByTime(300 * minute)
  expect(events).toEqual([])
  page.setOnline(true)
  vi.advanceTimersByTime(30 * minute)
  expect(events).toEqual(['rotation'])
})

test('nothing runs after the stop', () => {
  stop()
  page.setVisible(true)
  vi.advanceTimersByTime(300 * minute)
  expect(events).toEqual([])
})
