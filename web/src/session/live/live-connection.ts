import { second } from '@kyc/contract/durations.ts'
import { type LiveHint, liveCloseCodes, liveKinds } from '@kyc/contract/live.ts'
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
  readonly onHint: (hint: LiveHint) => void
  /** The session may be over, or another's: the server let nobody in, or said so, or nobody listened for a while. */
  readonly onRefused: () => void
}

/** Milliseconds between two tries: twice as many each time, and not all pages at once after a restart. */
const wait = { least: 2 * second, most: 60 * second }
/** Before asking who is signed in: a session that got a new id may still be on its way to the browser (D27). */
const doubt = 500
/** A socket that held this long was a good one; the next try comes soon again. */
const held = 10 * second
/** A tab that nobody has looked at for this long needs no socket. */
const sleepAfter = 5 * 60 * second

/**
 * Keeps one socket of /ws open while the page is in use (D42). Offline and long hidden pages have none, and a page
 * whose socket made way for those of newer pages waits until somebody comes back to it. The returned function ends it.
 */
export function keepLive(options: LiveConnectionOptions): () => void {
  const connection = new LiveConnection(options)
  const { document, window } = options
  const events = [
    [document, 'visibilitychange', () => connection.turned()],
    [window, 'online', () => connection.look()],
    [window, 'offline', () => connection.look()],
    [window, 'focus', () => connection.focused()],
  ] as const
  for (const [target, name, listener] of events) target.addEventListener(name, listener)
  connection.turned()
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
  #crowdedOut = false
  #ended = false
  #failures = 0

  constructor(options: LiveConnectionOptions) {
    this.#options = options
  }

  turned(): void {
    const { clock, document } = this.#options
    if (this.#sleep !== null) clock.clearTimeout(this.#sleep)
    this.#sleep = null
    if (document.visibilityState === 'visible') {
      if (this.#asleep) this.#options.onRefused()
      this.#asleep = false
    } else {
      this.#sleep = clock.setTimeout(() => {
        this.#asleep = true
        this.look()
      }, sleepAfter)
    }
    this.look()
  }

  focused(): void {
    if (this.#crowdedOut) this.#options.onRefused()
    this.#crowdedOut = false
    this.look()
  }

  /** Opens or closes, whichever is due. */
  look(): void {
    const wanted = !this.#ended && !this.#asleep && !this.#crowdedOut && this.#options.isOnline()
    if (!wanted) this.#close()
    else if (!this.#socket && this.#retry === null) this.#open()
  }

  end(): void {
    this.#ended = true
    if (this.#sleep !== null) this.#options.clock.clearTimeout(this.#sleep)
    this.look()
  }

  #close(): void {
    if (this.#retry !== null) this.#options.clock.clearTimeout(this.#retry)
    this.#retry = null
    const socket = this.#socket
    this.#socket = null
    if (!socket) return
    // One that is closed while it opens is an error on the browser's console.
    if (socket.readyState === socket.CONNECTING) socket.onopen = () => socket.close()
    else socket.close()
  }

  #open(): void {
    const { clock, onOpen, onHint } = this.#options
    const socket = this.#options.open()
    let openedAt: number | null = null
    this.#socket = socket
    socket.onopen = () => {
      if (this.#socket !== socket) return
      openedAt = clock.now()
      onOpen()
    }
    socket.onmessage = ({ data }) => {
      const hint = this.#socket === socket ? hintIn(data) : null
      if (hint) onHint(hint)
    }
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return
      this.#socket = null
      this.#closed(code, openedAt)
    }
  }

  #closed(code: number, openedAt: number | null): void {
    const { clock, random } = this.#options
    // Browsers don't tell with what a handshake was refused.
    if (code === liveCloseCodes.sessionEnded || openedAt === null) {
      clock.setTimeout(() => this.#ended || this.#options.onRefused(), doubt)
    }
    if (code === liveCloseCodes.tooMany) {
      this.#crowdedOut = true
      return
    }
    this.#failures = openedAt !== null && clock.now() - openedAt >= held ? 0 : this.#failures + 1
    const longest = Math.min(wait.most, wait.least * 2 ** (this.#failures + 1))
    this.#retry = clock.setTimeout(
      () => {
        this.#retry = null
        this.look()
      },
      wait.least + random() * (longest - wait.least),
    )
  }
}

/** Anything else is of a newer server than this page, and not for it. */
function hintIn(data: unknown): LiveHint | null {
  if (typeof data !== 'string') return null
  const { kind: said, id } = JSON.parse(data) as Partial<Record<keyof LiveHint, unknown>> // our own server's JSON
  const kind = liveKinds.find((known) => known === said)
  return kind && typeof id === 'string' ? { kind, id } : null
}
