import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TestPage, testClock } from '../testing/test-page.ts'
import { startLiveConnection } from './live-connection.ts'

const minute = 60_000
let events: string[]
let sockets: ScriptedSocket[]
let end: () => void
let page: TestPage

beforeEach(() => {
  vi.useFakeTimers()
  events = []
  sockets = []
  page = new TestPage()
  end = startLiveConnection({
    open: () => {
      const socket = new ScriptedSocket()
      sockets.push(socket)
      // Has the members of WebSocket that the connection uses.
      return socket as unknown as WebSocket
    },
    clock: testClock,
    random: () => 1,
    document: page.document,
    window: page.window,
    isOnline: page.isOnline,
    onOpen: () => events.push('open'),
    onChange: ({ kind, id }) => events.push(`${kind} ${id}`),
    onRefused: () => events.push('refused'),
  })
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

test('the connection reports live updates and ignores unknown messages of a newer server', () => {
  last().open()
  last().receive({ kind: 'performer', id: 'p1' })
  last().receive({ kind: 'weather', id: 'p1' })
  last().receive({ kind: 'video' })
  expect(events).toEqual(['open', 'performer p1'])
})

test('the page reconnects after at least 2 s; each failure doubles the longest delay up to 60 s', () => {
  last().open()
  const waits: number[] = []
  for (let n = 0; n < 7; n++) {
    last().closeWith(1006)
    const { length } = sockets
    const before = Date.now()
    while (sockets.length === length) vi.advanceTimersByTime(500)
    waits.push((Date.now() - before) / 1000)
  }
  expect(waits).toEqual([8, 16, 32, 60, 60, 60, 60])
})

test('a stable socket resets the retry delay', () => {
  for (let n = 0; n < 5; n++) {
    last().closeWith(1006)
    vi.advanceTimersByTime(minute)
  }
  last().open()
  vi.advanceTimersByTime(minute)
  last().closeWith(1012)
  const { length } = sockets
  vi.advanceTimersByTime(4000)
  expect(sockets).toHaveLength(length + 1)
})

test('the session is checked after its end or a failed handshake, but not after a server restart', () => {
  last().open()
  last().closeWith(1012)
  vi.advanceTimersByTime(minute)
  expect(events).toEqual(['open'])
  last().closeWith(1006)
  vi.advanceTimersByTime(minute)
  expect(events).toEqual(['open', 'refused'])
  last().open()
  last().closeWith(4401)
  vi.advanceTimersByTime(499)
  expect(events).toEqual(['open', 'refused', 'open'])
  vi.advanceTimersByTime(1)
  expect(events).toEqual(['open', 'refused', 'open', 'refused'])
})

test('a page whose socket was closed for newer ones reconnects on focus', () => {
  last().open()
  last().closeWith(4429)
  vi.advanceTimersByTime(60 * minute)
  expect(sockets).toHaveLength(1)
  page.window.dispatchEvent(new Event('focus'))
  expect(sockets).toHaveLength(2)
  expect(events).toEqual(['open', 'refused'])
})

test('the session is checked when a page that had no socket for a while is visible again', () => {
  last().open()
  page.setVisible(false)
  vi.advanceTimersByTime(4 * minute)
  page.setVisible(true)
  page.window.dispatchEvent(new Event('focus'))
  expect(events).toEqual(['open'])
  page.setVisible(false)
  vi.advanceTimersByTime(6 * minute)
  page.setVisible(true)
  expect(events).toEqual(['open', 'refused'])
})

test('a long hidden tab closes its socket and reconnects when it becomes visible', () => {
  last().open()
  page.setVisible(false)
  vi.advanceTimersByTime(4 * minute)
  page.setVisible(true)
  vi.advanceTimersByTime(10 * minute)
  expect(last().closed).toBe(false)
  page.setVisible(false)
  vi.advanceTimersByTime(5 * minute)
  expect(last().closed).toBe(true)
  vi.advanceTimersByTime(60 * minute)
  expect(sockets).toHaveLength(1)
  page.setVisible(true)
  expect(sockets).toHaveLength(2)
})

test('an offline page does not retry, and reconnects at once when it is online', () => {
  last().closeWith(1006)
  page.setOnline(false)
  vi.advanceTimersByTime(10 * minute)
  expect(sockets).toHaveLength(1)
  page.setOnline(true)
  expect(sockets).toHaveLength(2)
})

test('after its end, the connection reports and opens nothing, and closes a socket that was still opening', () => {
  end()
  expect(last().closed).toBe(false)
  last().open()
  expect(last().closed).toBe(true)
  vi.advanceTimersByTime(10 * minute)
  page.window.dispatchEvent(new Event('focus'))
  expect([sockets.length, events]).toEqual([1, []])
})

/** A browser socket under the control of the test. */
class ScriptedSocket {
  readonly CONNECTING = 0
  readyState = 0
  closed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  open(): void {
    this.readyState = 1
    this.onopen?.()
  }

  receive(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  closeWith(code: number): void {
    this.readyState = 3
    this.onclose?.({ code })
  }

  close(): void {
    this.closed = true
  }
}

function last(): ScriptedSocket {
  const socket = sockets.at(-1)
  if (!socket) throw new Error('no socket was opened')
  return socket
}
