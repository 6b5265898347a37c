import type { IncomingMessage } from 'node:http'
import type { AttemptFailure } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'

/** How it went: delivered where `failure` is null. */
export interface CallbackOutcome {
  readonly status: number | null
  readonly failure: AttemptFailure | null
  /** What came back, as text, as far as it was read. */
  readonly answer: string | null
}

/** Reads no more of an answer than 64 KiB, however much there is of it (D35). */
export async function readAnswer(response: IncomingMessage, signal: AbortSignal): Promise<CallbackOutcome> {
  const status = response.statusCode ?? null
  const chunks: Buffer[] = []
  const failure = (await readInto(chunks, response, signal)) ?? failureOf(status)
  return { status, failure, answer: shown(Buffer.concat(chunks)) }
}

async function readInto(
  chunks: Buffer[],
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<AttemptFailure | undefined> {
  let bytes = 0
  try {
    for await (const chunk of response) {
      bytes += chunk.length
      if (bytes > limits.callback.answerBytes) return 'answer_too_large' // leaving the loop ends the connection
      chunks.push(chunk)
    }
    return undefined
  } catch {
    return signal.aborted ? 'timeout' : 'unreachable'
  }
}

function failureOf(status: number | null): AttemptFailure | null {
  if (status === null) return 'unreachable'
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? 'redirect' : 'status'
}

/** As text that a database takes and a page can show. */
function shown(bytes: Buffer): string {
  const text = bytes.toString('utf8').replace(/[^\P{Cc}\n\t]/gu, '')
  return text.slice(0, limits.callback.answerShownChars).toWellFormed()
}
