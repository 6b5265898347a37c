import type { Role } from '@kyc/contract/accounts.ts'
import { limits, MiB } from '@kyc/contract/limits.ts'
import { liveCloseCodes } from '@kyc/contract/live.ts'
import type { WebSocket } from 'ws'
import type { HeldSession } from '../accounts/sessions/session-repository.ts'
import { type AddressedHint, type Listener, mayHear } from './hints.ts'

interface OpenSocket extends Listener {
  readonly socket: WebSocket
  readonly sessionKey: string
  role: Role
  /** Has answered since the last ping. */
  alive: boolean
}

/** Bytes that may wait for a reader; one who is slower is let go and asks for everything when it comes back. */
const waitingBytes = MiB
/** Milliseconds for the farewell of the other side. */
const closeGrace = 1000
/** RFC 6455: something was sent that is not expected. */
const policyViolation = 1008

/** The sockets of one process, oldest first. Each process counts for itself. */
export class OpenSockets {
  readonly #open = new Set<OpenSocket>()

  get size(): number {
    return this.#open.size
  }

  /** Whose sessions they are. */
  sessionKeys(): string[] {
    return [...new Set([...this.#open].map(({ sessionKey }) => sessionKey))]
  }

  add(socket: WebSocket, listener: Listener & { readonly sessionKey: string }): void {
    const own = [...this.#open].filter(({ accountId }) => accountId === listener.accountId)
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - limits.live.socketsPerPerson))) {
      this.#close(oldest, liveCloseCodes.tooMany)
    }
    const entry = { ...listener, socket, alive: true }
    this.#open.add(entry)
    socket.on('pong', () => {
      entry.alive = true
    })
    // Pages only listen.
    socket.once('message', () => this.#close(entry, policyViolation))
    // A frame that is too large or broken; the library closes by itself.
    socket.on('error', () => this.#open.delete(entry))
    socket.on('close', () => this.#open.delete(entry))
  }

  tell(hints: readonly AddressedHint[]): void {
    const texts = hints.map((hint) => ({ hint, text: JSON.stringify(hint.hint) }))
    for (const entry of this.#open) {
      for (const { hint, text } of texts) if (mayHear(entry, hint)) entry.socket.send(text)
      if (entry.socket.bufferedAmount > waitingBytes) this.#drop(entry)
    }
  }

  /** Closes those whose session is over; the others go on with the role that their person has now. */
  keep(sessions: readonly HeldSession[], asked: readonly string[]): void {
    const held = new Map(sessions.map((session) => [session.key.toString('hex'), session]))
    const known = new Set(asked)
    for (const entry of this.#open) {
      if (!known.has(entry.sessionKey)) continue
      const session = held.get(entry.sessionKey)
      if (!session || session.enrol_only) this.#close(entry, liveCloseCodes.sessionEnded)
      else entry.role = session.role
    }
  }

  /** Those who did not answer the last ping are gone. */
  ping(): void {
    for (const entry of this.#open) {
      if (!entry.alive) {
        this.#drop(entry)
        continue
      }
      entry.alive = false
      entry.socket.ping()
    }
  }

  /** Resolves when all are closed, after the grace at the latest. */
  async closeAll(code: number): Promise<void> {
    await Promise.all([...this.#open].map((entry) => this.#close(entry, code)))
  }

  #close(entry: OpenSocket, code: number): Promise<void> {
    this.#open.delete(entry)
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(() => entry.socket.terminate(), closeGrace)
    entry.socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    entry.socket.close(code)
    return promise
  }

  #drop(entry: OpenSocket): void {
    this.#open.delete(entry)
    entry.socket.terminate()
  }
}
