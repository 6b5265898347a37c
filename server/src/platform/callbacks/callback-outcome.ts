import type { IncomingMessage } from 'node:http'
import { limits } from '@kyc/contract/limits.ts'

/** Why a callback failed. */
export type CallbackFailure =
  | 'refused_address'
  | 'unreachable'
  | 'tls'
  | 'timeout'
  | 'answer_too_large'
  | 'redirect'
  | 'status'

/** The result of one attempt: delivered if `failure` is null. */
export interface CallbackOutcome {
  /** The HTTP status, if there was a response. */
  readonly status: number | null
  readonly failure: CallbackFailure | null
  /** The beginning of the response body as text; named as in the API. */
  readonly answer: string | null
}

export class CallbackError extends Error {
  override readonly name = 'CallbackError'
  readonly failure: CallbackFailure

  constructor(failure: CallbackFailure, options?: ErrorOptions) {
    super(failure, options)
    this.failure = failure
  }
}

/** The outcome of an attempt that received a response. Reads at most 64 KiB of the body. */
export async function readResponse(response: IncomingMessage, signal: AbortSignal): Promise<CallbackOutcome> {
  const status = response.statusCode ?? null
  const chunks: Buffer[] = []
  const failure = (await readInto(chunks, response, signal)) ?? failureOf(status)
  return { status, failure, answer: printable(Buffer.concat(chunks)) }
}

async function readInto(
  chunks: Buffer[],
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<CallbackFailure | undefined> {
  let bytes = 0
  try {
    for await (const chunk of response) {
      bytes += chunk.length
      if (bytes > limits.callback.responseBytes) return 'answer_too_large' // leaving the loop closes the connection
      chunks.push(chunk)
    }
    return undefined
  } catch {
    return signal.aborted ? 'timeout' : 'unreachable'
  }
}

function failureOf(status: number | null): CallbackFailure | null {
  if (status === null) return 'unreachable'
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

/** Removes control characters, which the database rejects and a page cannot show. */
function printable(bytes: Buffer): string {
  const text = bytes.toString('utf8').replace(/[^\P{Cc}\n\t]/gu, '')
  return text.slice(0, limits.callback.responseShownChars).toWellFormed()
}
