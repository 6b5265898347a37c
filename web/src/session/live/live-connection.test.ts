import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TestPage, testClock } from '../testing/test-page.ts'
import { keepLive } from './live-connection.ts'

const minute = 60_000
let heard: string[]
let sockets: ScriptedSocket[]
let end: () => void
let page: TestPage

beforeEach(() => {
  vi.useFakeTimers()
  heard = []
  sockets = []
  page = new TestPage()
  end = keepLive({
    open: () => {
      const socket = new ScriptedSocket()
      sockets.push(socket)
      // What the connection uses of a socket of the browser.
      return socket as unknown as WebSocket
    },
    clock: testClock,
    random: () => 1,
    document: page.document,
    window: page.window,
    isOnline: page.isOnline,
    onOpen: () => heard.push('open'),
    onHint: ({ kind, id }) => heard.push(`${kind} ${id}`),
    onRefused: () => heard.push('refused'),
  })
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

test('hints are told, and what a newer server says beside them is passed over', () => {
  last().opens()
  last().says({ kind: 'performer', id: 'p1' })
  last().says({ kind: 'weather', id: 'p1' })
  last().says({ kind: 'video' })
  expect(heard).toEqual(['open', 'performer p1'])
})

test('a lost socket comes back after 2 s at the least, and each failure doubles the longest wait up to 60 s', () => {
  last().opens()
  const waits: number[] = []
  for (let n = 0; n < 7; n++) {
    last().closes(1006)
    const { length } = sockets
    const before = Date.now()
    while (sockets.length === length) vi.advanceTimersByTime(500)
    waits.push((Date.now() - before) / 1000)
  }
  expect(waits).toEqual([8, 16, 32, 60, 60, 60, 60])
})

test('after a socket that held the waits are short again', () => {
  for (let n = 0; n < 5; n++) {
    last().closes(1006)
    vi.advanceTimersByTime(minute)
  }
  last().opens()
  vi.advanceTimersByTime(minute)
  last().closes(1012)
  const { length } = sockets
  vi.advanceTimersByTime(4000)
  expect(sockets).toHaveLength(length + 1)
})

test('a session that ended and a handshake that failed ask who is signed in; a restart of the server does not', () => {
  last().opens()
  last().closes(1012)
  vi.advanceTimersByTime(minute)
  expect(heard).toEqual(['open'])
  last().closes(1006)
  vi.advanceTimersByTime(minute)
  expect(heard).toEqual(['open', 'refused'])
  last().opens()
  last().closes(4401)
  vi.advanceTimersByTime(499)
  expect(heard).toEqual(['open', 'refused', 'open'])
  vi.advanceTimersByTime(1)
  expect(heard).toEqual(['open', 'refused', 'open', 'refused'])
})

test('a page whose socket made way for newer ones waits until somebody comes back to it', () => {
  last().opens()
  last().closes(4429)
  vi.advanceTimersByTime(60 * minute)
  expect(sockets).toHaveLength(1)
  page.window.dispatchEvent(new Event('focus'))
  expect(sockets).toHaveLength(2)
  expect(heard).toEqual(['open', 'refused'])
})

test('a page that did not listen for a while asks who is signed in by now: it may be another person', () => {
  last().opens()
  page.turn(false)
  vi.advanceTimersByTime(4 * minute)
  page.turn(true)
  page.window.dispatchEvent(new Event('focus'))
  expect(heard).toEqual(['open'])
  page.turn(false)
  vi.advanceTimersByTime(6 * minute)
  page.turn(true)
  expect(heard).toEqual(['open', 'refused'])
})

test('a tab that is hidden for long has no socket, and has one at once when it is seen again', () => {
  last().opens()
  page.turn(false)
  vi.advanceTimersByTime(4 * minute)
  page.turn(true)
  vi.advanceTimersByTime(10 * minute)
  expect(last().closed).toBe(false)
  page.turn(false)
  vi.advanceTimersByTime(5 * minute)
  expect(last().closed).toBe(true)
  vi.advanceTimersByTime(60 * minute)
  expect(sockets).toHaveLength(1)
  page.turn(true)
  expect(sockets).toHaveLength(2)
})

test('offline nothing is tried, and online it is at once', () => {
  last().closes(1006)
  page.connect(false)
  vi.advanceTimersByTime(10 * minute)
  expect(sockets).toHaveLength(1)
  page.connect(true)
  expect(sockets).toHaveLength(2)
})

test('after the end nothing is heard or opened, and what was opening closes when it is open', () => {
  end()
  expect(last().closed).toBe(false)
  last().opens()
  expect(last().closed).toBe(true)
  vi.advanceTimersByTime(10 * minute)
  page.window.dispatchEvent(new Event('focus'))
  expect([sockets.length, heard]).toEqual([1, []])
})

/** The browser's side of a socket, under the hand of the test. */
class ScriptedSocket {
  readonly CONNECTING = 0
  readyState = 0
  closed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null

  opens(): void {
    this.readyState = 1
    this.onopen?.()
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }

  closes(code: number): void {
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
