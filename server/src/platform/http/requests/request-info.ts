import { parseCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bareAddress } from './addresses.ts'
import type { RequestInfo } from './binding.ts'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    info: RequestFacts
    caller: Caller | undefined
    /** The code of the problem that was answered, for the log. */
    problemCode: string | undefined
  }
}

/** What handlers get to know of a request; cookies and the signal are made when first asked for. */
export class RequestFacts implements RequestInfo {
  readonly id: string
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #cookies: Readonly<Record<string, string | undefined>> | undefined
  #gone: AbortController | undefined

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.id = request.id
    this.#request = request
    this.#reply = reply
  }

  get ip(): string | null {
    // The framework types it as always there; a socket that closed early has none.
    const ip = this.#request.ip as string | undefined
    return ip === undefined ? null : bareAddress(ip)
  }

  get userAgent(): string | null {
    return this.#request.headers['user-agent'] ?? null
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  }

  get cookies(): Readonly<Record<string, string | undefined>> {
    this.#cookies ??= parseCookie(this.#request.headers.cookie ?? '')
    return this.#cookies
  }

  get signal(): AbortSignal {
    if (!this.#gone) {
      const gone = new AbortController()
      const { raw } = this.#reply
      // The request's own `close` comes when its body was read; only the answer knows whether somebody waits.
      if (raw.destroyed) gone.abort()
      else raw.once('close', () => raw.writableFinished || gone.abort())
      this.#gone = gone
    }
    return this.#gone.signal
  }

  /** Tells whoever listens to the signal that the answer is no longer awaited. */
  abandon(): void {
    this.#gone?.abort()
  }
}
