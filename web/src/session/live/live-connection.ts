import { second } from '@kyc/contract/durations.ts'
import { type LiveChange, liveCloseCodes, liveKinds } from '@kyc/contract/live.ts'
import type { TimerClock } from '../pausable-timer.ts'

export interface LiveConnectionOptions {
  readonly open: () => WebSocket
  readonly clock: TimerClock
  /** From 0 to 1, as Math.random. */
  readonly random: () => number
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>
  readonly isOnline: () => boolean
  readonly onOpen: () => void
  readonly onChange: (change: LiveChange) => void
  /**
   * The session may have ended or changed: the server refused the socket, or the page had none for a while.
   */
  readonly onRefused: () => void
}

/**
 * Retry delay: the upper bound doubles with each failure; random, so that pages do not reconnect together.
 */
const retryDelay = { minimum: 2 * second, maximum: 60 * second }
/** Delay before the session check: the reply with a new session id may not have arrived yet (D27). */
const checkDelay = 500
/** A socket that was open for this long resets the retry delay. */
const stableAfter = 10 * second
/** A tab that is hidden for this long closes its socket. */
const sleepAfter = 5 * 60 * second

/**
 * Keeps one socket to /ws open while the page is in use (D42). Offline and long hidden pages have none. After
 * the server closes the socket in favour of newer pages, reconnects on the next focus. The returned function
 * ends it.
 */
export function startLiveConnection(options: LiveConnectionOptions): () => void {
  const connection = new LiveConnection(options)
  const { document, window } = options
  const events = [
    [document, 'visibilitychange', () => connection.visibilityChanged()],
    [window, 'online', () => connection.update()],
    [window, 'offline', () => connection.update()],
    [window, 'focus', () => connection.focused()],
  ] as const
  for (const [target, name, listener] of events) target.addEventListener(name, listener)
  connection.visibilityChanged()
  return () => {
    for (const [target, name, listener] of events) target.removeEventListener(name, listener)
    connection.end()
  }
}

class LiveConnection {
  readonly #options: LiveConnectionOptions
  #socket: WebSocket | null = null
  #retry: number | null = null
  #sleep: number | null = null
  #asleep = false
  #displaced = false
  #ended = false
  #failures = 0

  constructor(options: LiveConnectionOptions) {
    this.#options = options
  }

  visibilityChanged(): void {
    const { clock, document } = this.#options
    if (this.#sleep !== null) clock.clearTimeout(this.#sleep)
    this.#sleep = null
    if (document.visibilityState === 'visible') {
      if (this.#asleep) this.#options.onRefused()
      this.#asleep = false
    } else {
      this.#sleep = clock.setTimeout(() => {
        this.#asleep = true
        this.update()
      }, sleepAfter)
    }
    this.update()
  }

  focused(): void {
    if (this.#displaced) this.#options.onRefused()
    this.#displaced = false
    this.update()
  }

  /** Opens or closes the socket as the state requires. */
  update(): void {
    const needed = !this.#ended && !this.#asleep && !this.#displaced && this.#options.isOnline()
    if (!needed) this.#close()
    else if (!this.#socket && this.#retry === null) this.#open()
  }

  end(): void {
    this.#ended = true
    if (this.#sleep !== null) this.#options.clock.clearTimeout(this.#sleep)
    this.update()
  }

  #close(): void {
    if (this.#retry !== null) this.#options.clock.clearTimeout(this.#retry)
    this.#retry = null
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    // Closing a socket while it opens logs an error in the browser console.
    if (socket.readyState === socket.CONNECTING) socket.onopen = () => socket.close()
    else socket.close()
  }

  #open(): void {
    const { clock, onOpen, onChange } = this.#options
    const socket = this.#options.open()
    let openedAt: number | null = null
    this.#socket = socket
    socket.onopen = () => {
      if (this.#socket !== socket) return
      openedAt = clock.now()
      onOpen()
    }
    socket.onmessage = ({ data }) => {
      const change = this.#socket === socket ? changeIn(data) : null
      if (change) onChange(change)
    }
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#closed(code, openedAt)
    }
  }

  #closed(code: number, openedAt: number | null): void {
    const { clock, random } = this.#options
    // Browsers do not report the status of a refused handshake, so the session may have ended whenever one fails.
    if (code === liveCloseCodes.sessionEnded || openedAt === null) {
      clock.setTimeout(() => this.#ended || this.#options.onRefused(), checkDelay)
    }
    if (code === liveCloseCodes.tooMany) {
      this.#displaced = true
      return
    }
    this.#failures = openedAt !== null && clock.now() - openedAt >= stableAfter ? 0 : this.#failures + 1
    const longest = Math.min(retryDelay.maximum, retryDelay.minimum * 2 ** (this.#failures + 1))
    this.#retry = clock.setTimeout(
      () => {
        this.#retry = null
        this.update()
      },
      retryDelay.minimum + random() * (longest - retryDelay.minimum),
    )
  }
}

/** Returns null for a message of a newer server that this page does not support. */
function changeIn(data: unknown): LiveChange | null {
  if (typeof data !== 'string') return null
  const change = JSON.parse(data) as Partial<Record<keyof LiveChange, unknown>> // JSON of our own server
  const kind = liveKinds.find((candidate) => candidate === change.kind)
  return kind && typeof change.id === 'string' ? { kind, id: change.id } : null
}
