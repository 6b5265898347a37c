import { parseCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bareAddress } from './addresses.ts'
import type { RequestInfo } from './binding.ts'
import type { Caller } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    info: RequestFacts
    caller: Caller | undefined
    /** The code of the problem in the reply, for the log. */
    problemCode: string | undefined
  }
}

/** The information about a request for handlers. Cookies and the signal are created on first use. */
export class RequestFacts implements RequestInfo {
  readonly id: string
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #cookies: Readonly<Record<string, string | undefined>> | undefined
  #controller: AbortController | undefined

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.id = request.id
    this.#request = request
    this.#reply = reply
  }

  get ip(): string | null {
    // The framework types it as always present, but a socket that closed early has no address.
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
    if (!this.#controller) {
      const controller = new AbortController()
      const { raw } = this.#reply
      // The request emits `close` when its body was read; only the response shows a disconnected client.
      if (raw.destroyed) controller.abort()
      else raw.once('close', () => raw.writableFinished || controller.abort())
      this.#controller = controller
    }
    return this.#controller.signal
  }

  /** Aborts the signal: the result of the handler is no longer needed. */
  abandon(): void {
    this.#controller?.abort()
  }
}
