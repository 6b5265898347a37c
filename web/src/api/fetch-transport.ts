import { limits } from '@kyc/contract/limits.ts'
import { networkFailure, timedOut } from './api-error.ts'
import type { ClientEnvironment } from './environment.ts'
import type { WireReply, WireRequest } from './wire.ts'

/**
 * Sends by fetch. Calls end after 30 s; long transfers after 30 s without a byte, at most 15 min (D52).
 * Throws ApiError NETWORK or TIMEOUT without an answer, and the caller's abort reason after an abort.
 */
export async function sendByFetch(environment: ClientEnvironment, request: WireRequest): Promise<WireReply> {
  const watch = new Watch(environment, request.transfer)
  const signal = request.signal ? AbortSignal.any([request.signal, watch.signal]) : watch.signal
  try {
    const response = await environment.fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      credentials: 'include',
      signal,
    })
    const body = await readBody(response, () => watch.progress())
    return { status: response.status, header: (name) => response.headers.get(name), body }
  } catch (error) {
    request.signal?.throwIfAborted()
    if (watch.signal.aborted) throw timedOut()
    throw networkFailure(error)
  } finally {
    watch.stop()
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

/** Aborts its signal when the time is up: a fixed time, or time without progress within a fixed maximum. */
class Watch {
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
