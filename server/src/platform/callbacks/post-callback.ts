import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from '@kyc/contract/limits.ts'
import { requestLimits } from '@kyc/contract/request-limits.ts'
import {
  CallbackError,
  type CallbackFailure,
  type CallbackOutcome,
  readResponse,
} from './callback-outcome.ts'
import { type CallbackRules, type CallbackTarget, readTarget } from './callback-target.ts'
import { type Dial, dial, openConnection, type ResolveHost, resolveHost } from './open-connection.ts'

interface Callback {
  readonly url: string
  /** JSON. */
  readonly body: string
  /** The headers of the signature. */
  readonly headers: Readonly<Record<string, string>>
}

export interface CallbackOptions {
  readonly rules: CallbackRules
  /** Aborts the attempt: the promise rejects and the outcome is unknown. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole attempt. */
  readonly timeout?: number
  readonly resolve?: ResolveHost
  readonly dial?: Dial
}

/** `postCallback`, or the same with measurements. */
export type PostCallback = typeof postCallback

/**
 * Posts `callback` once, within 10 s in total. Follows no redirect, stores no cookie, uses no proxy and
 * resolves the name once. A failure of the partner is an outcome, not an error.
 */
export async function postCallback(callback: Callback, options: CallbackOptions): Promise<CallbackOutcome> {
  const { rules, signal: stopped, resolve = resolveHost } = options
  const target = readTarget(callback.url, rules)
  if (!target) return { status: null, failure: 'refused_address', answer: null }
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), options.timeout ?? limits.callback.timeout)
  const signal = stopped ? AbortSignal.any([stopped, deadline.signal]) : deadline.signal
  try {
    const network = { resolve, dial: options.dial ?? dial }
    const socket = await orAborted(openConnection(target, rules, network, signal), signal)
    return await exchange(socket, target, callback, signal).finally(() => socket.destroy())
  } catch (error) {
    stopped?.throwIfAborted()
    return { status: null, failure: failureOf(error, signal), answer: null }
  } finally {
    clearTimeout(timer)
  }
}

function failureOf(error: unknown, signal: AbortSignal): CallbackFailure {
  if (signal.aborted) return 'timeout'
  if (error instanceof CallbackError) return error.failure
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'HPE_HEADER_OVERFLOW' ? 'answer_too_large' : 'unreachable'
}

/** Rejects when `signal` aborts, even if `work` ignores it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', abort))
}

const userAgent = 'kyc-callbacks/1.0'

async function exchange(
  socket: Socket,
  target: CallbackTarget,
  { body, headers }: Callback,
  signal: AbortSignal,
): Promise<CallbackOutcome> {
  const { promise: response, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = request({
    // A connection is never shared with another callback.
    createConnection: () => socket,
    method: 'POST',
    path: target.path,
    setHost: false,
    headers: {
      host: target.hostHeader,
      'user-agent': userAgent,
      accept: '*/*',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      ...headers,
    },
    maxHeaderSize: requestLimits.headerBytes,
    insecureHTTPParser: false,
    signal,
  })
  outgoing.on('response', resolve).on('error', reject)
  outgoing.on('close', () => reject(new CallbackError('unreachable')))
  outgoing.end(body)
  return readResponse(await response, signal)
}
