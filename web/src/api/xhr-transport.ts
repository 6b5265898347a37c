import { limits } from '@kyc/contract/limits.ts'
import { networkFailure, timedOut } from './api-error.ts'
import type { ClientEnvironment } from './environment.ts'
import type { WireReply, WireRequest } from './wire.ts'

/**
 * Sends by XMLHttpRequest, which alone tells the progress of an upload. Ends after 30 s without progress and at
 * most 15 min (D52). Throws ApiError NETWORK or TIMEOUT without an answer, and the abort reason after an abort.
 */
export function sendByXhr(environment: ClientEnvironment, request: WireRequest): Promise<WireReply> {
  request.signal?.throwIfAborted()
  const xhr = environment.newXhr()
  return new Promise<WireReply>((resolve, reject) => {
    const end = watch(environment, xhr, () => reject(timedOut()), request)
    const abort = () => {
      xhr.abort()
      reject(request.signal?.reason)
    }
    request.signal?.addEventListener('abort', abort, { once: true })
    xhr.addEventListener('loadend', () => {
      end()
      request.signal?.removeEventListener('abort', abort)
    })
    xhr.addEventListener('load', () => resolve(replyOf(xhr)))
    xhr.addEventListener('error', () => reject(networkFailure(new Error('XMLHttpRequest failed'))))
    open(xhr, request)
  })
}

function open(xhr: XMLHttpRequest, request: WireRequest): void {
  xhr.open(request.method, request.url)
  xhr.responseType = 'blob'
  xhr.withCredentials = true
  for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value)
  xhr.send(request.body)
}

function replyOf(xhr: XMLHttpRequest): WireReply {
  return { status: xhr.status, header: (name) => xhr.getResponseHeader(name), body: xhr.response }
}

/**
 * Watches the transfer; the returned function ends the watch. The last byte counts as progress too: from there the
 * server has as long for its answer, and a repeat with the same key gets the result of a slower one (D20).
 */
function watch(
  environment: ClientEnvironment,
  xhr: XMLHttpRequest,
  onTimeout: () => void,
  request: WireRequest,
): () => void {
  const giveUp = () => {
    onTimeout()
    xhr.abort()
  }
  const maximum = environment.setTimeout(giveUp, limits.uploadMaximum)
  let idle = environment.setTimeout(giveUp, limits.uploadIdle)
  const progressed = () => {
    environment.clearTimeout(idle)
    idle = environment.setTimeout(giveUp, limits.uploadIdle)
  }
  xhr.upload.addEventListener('load', progressed)
  xhr.upload.addEventListener('progress', (event) => {
    progressed()
    request.onProgress?.(event.loaded, event.total)
  })
  return () => {
    environment.clearTimeout(maximum)
    environment.clearTimeout(idle)
  }
}
