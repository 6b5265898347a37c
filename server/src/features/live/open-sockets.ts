import type { Role } from '@kyc/contract/accounts.ts'
import { limits, MiB } from '@kyc/contract/limits.ts'
import { type LiveChange, liveCloseCodes } from '@kyc/contract/live.ts'
import type { WebSocket } from 'ws'
import type { HeldSession } from '../accounts/sessions/session-repository.ts'
import { type AddressedChange, type Listener, mayReceive } from './live-changes.ts'

interface OpenSocket extends Listener {
  readonly socket: WebSocket
  readonly sessionKey: string
  role: Role
  organisations: readonly string[]
  /** A pong has arrived since the last ping. */
  alive: boolean
}

/** A socket with more unsent bytes is dropped. Its page reloads everything when it reconnects. */
const maximumBuffered = MiB
/** Milliseconds for the close frame of the other side. */
const closeGrace = 1000
/** RFC 6455: close code for an unexpected message. */
const policyViolation = 1008

/** The sockets of one process, oldest first. The limit per account applies to each process. */
export class OpenSockets {
  readonly #open = new Set<OpenSocket>()

  get size(): number {
    return this.#open.size
  }

  sessionKeys(): string[] {
    return [...new Set([...this.#open].map(({ sessionKey }) => sessionKey))]
  }

  add(socket: WebSocket, listener: Listener & { readonly sessionKey: string }): void {
    const own = [...this.#open].filter(({ accountId }) => accountId === listener.accountId)
    for (const oldest of own.slice(0, Math.max(0, own.length + 1 - limits.live.socketsPerAccount))) {
      this.#close(oldest, liveCloseCodes.tooMany)
    }
    const entry = { ...listener, socket, alive: true }
    this.#open.add(entry)
    socket.on('pong', () => {
      entry.alive = true
    })
    // Pages send no messages.
    socket.once('message', () => this.#close(entry, policyViolation))
    // A frame that is too large or invalid; the library closes the socket.
    socket.on('error', () => this.#open.delete(entry))
    socket.on('close', () => this.#open.delete(entry))
  }

  send(changes: readonly AddressedChange[]): void {
    const texts = changes.map((change) => ({ change, text: JSON.stringify(change.change) }))
    for (const entry of this.#open) {
      for (const { change, text } of texts) if (mayReceive(entry, change)) entry.socket.send(text)
      if (entry.socket.bufferedAmount > maximumBuffered) this.#drop(entry)
    }
  }

  /**
   * Closes the sockets whose session has ended and updates role and memberships of the others. A page whose account has
   * lost an organisation no longer receives the live update about this, so each changed membership sends one here.
   * @param checked the session keys that `sessions` was read for; newer sockets are skipped
   */
  revalidate(sessions: readonly HeldSession[], checked: readonly string[]): void {
    const valid = new Map(sessions.map((session) => [session.key.toString('hex'), session]))
    const keys = new Set(checked)
    for (const entry of this.#open) {
      if (!keys.has(entry.sessionKey)) continue
      const session = valid.get(entry.sessionKey)
      if (!session || session.enrol_only) this.#close(entry, liveCloseCodes.sessionEnded)
      else {
        entry.role = session.role
        for (const id of differing(entry.organisations, session.organisations)) sendChange(entry, id)
        entry.organisations = session.organisations
      }
    }
  }

  /** Drops the sockets that did not respond to the last ping, and pings the others. */
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

  /** Resolves when all sockets are closed, at the latest after the grace period. */
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

/** The ids that only one of the lists contains. */
function differing(one: readonly string[], other: readonly string[]): string[] {
  return [...one.filter((id) => !other.includes(id)), ...other.filter((id) => !one.includes(id))]
}

function sendChange({ socket }: OpenSocket, id: string): void {
  socket.send(JSON.stringify({ kind: 'organisation', id } satisfies LiveChange))
}
