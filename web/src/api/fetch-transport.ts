import { limits } from '@kyc/contract/limits.ts'
import { networkFailure, timedOut } from './api-error.ts'
import type { ClientEnvironment } from './environment.ts'
import type { WireReply, WireRequest } from './wire.ts'

/**
 * Sends by fetch. Calls time out after 30 s; long transfers after 30 s without a byte and after 15 min.
 * Throws ApiError NETWORK or TIMEOUT without a reply, and the caller's abort reason after an abort.
 */
export async function sendByFetch(environment: ClientEnvironment, request: WireRequest): Promise<WireReply> {
  const timeout = new Timeout(environment, request.transfer)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout.signal]) : timeout.signal
  try {
    const response = await environment.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      credentials: 'include',
      // Completes a DELETE even if the page closes: a page that closes releases what it has claimed by a DELETE.
      keepalive: request.method === 'DELETE',
      signal,
    })
    const body = await readBody(response, () => timeout.progress())
    return { status: response.status, header: (name) => response.headers.get(name), body }
  } catch (error) {
    request.signal?.throwIfAborted()
    if (timeout.signal.aborted) throw timedOut()
    throw networkFailure(error)
  } finally {
    timeout.stop()
  }
}

async function readBody(response: Response, onChunk: () => void): Promise<Blob> {
  const type = response.headers.get('Content-Type') ?? ''
  const chunks: BlobPart[] = []
  const reader = response.body?.getReader()
  for (;;) {
    const step = await reader?.read()
    if (!step || step.done) return new Blob(chunks, { type })
    chunks.push(step.value)
    onChunk()
  }
}

/** Aborts its signal after a fixed time and, for transfers, after a time without progress. */
class Timeout {
  readonly #environment: ClientEnvironment
  readonly #controller = new AbortController()
  readonly #maximum: number
  #idle: number | null = null

  constructor(environment: ClientEnvironment, transfer: boolean) {
    this.#environment = environment
    this.#maximum = environment.setTimeout(
      () => this.#controller.abort(),
      transfer ? limits.uploadMaximum : limits.apiTimeout,
    )
    if (transfer) this.#startIdle()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  progress(): void {
    if (this.#idle === null) return
    this.#environment.clearTimeout(this.#idle)
    this.#startIdle()
  }

  stop(): void {
    this.#environment.clearTimeout(this.#maximum)
    if (this.#idle !== null) this.#environment.clearTimeout(this.#idle)
  }

  #startIdle(): void {
    this.#idle = this.#environment.setTimeout(() => this.#controller.abort(), limits.uploadIdle)
  }
}
