import { limits } from '@kyc/contract/limits.ts'
import { networkFailure, timedOut } from './api-error.ts'
import type { ClientEnvironment } from './environment.ts'
import type { WireReply, WireRequest } from './wire.ts'

/**
 * Sends by XMLHttpRequest, because fetch does not report upload progress. Times out after 30 s without
 * progress and after 15 min. Throws ApiError NETWORK or TIMEOUT without a reply, and the abort reason
 * after an abort.
 */
export function sendByXhr(environment: ClientEnvironment, request: WireRequest): Promise<WireReply> {
  request.signal?.throwIfAborted()
  const xhr = environment.newXhr()
  return new Promise<WireReply>((resolve, reject) => {
    const clearTimeouts = startTimeouts(environment, xhr, () => reject(timedOut()), request)
    const abort = () => {
      xhr.abort()
      reject(request.signal?.reason)
    }
    request.signal?.addEventListener('abort', abort, { once: true })
    xhr.addEventListener('loadend', () => {
      clearTimeouts()
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
 * Starts the timeouts of a transfer; the returned function clears them. The last byte counts as progress too:
 * the server then has as long for its reply, and a retry with the same key returns the result of a slower one
 * (D20).
 */
function startTimeouts(
  environment: ClientEnvironment,
  xhr: XMLHttpRequest,
  onTimeout: () => void,
  request: WireRequest,
): () => void {
  const timeOut = () => {
    onTimeout()
    xhr.abort()
  }
  const maximum = environment.setTimeout(timeOut, limits.uploadMaximum)
  let idle = environment.setTimeout(timeOut, limits.uploadIdle)
  const progressed = () => {
    environment.clearTimeout(idle)
    idle = environment.setTimeout(timeOut, limits.uploadIdle)
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
