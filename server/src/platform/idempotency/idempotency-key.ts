import { createHash } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import type { RequestInfo } from '../http/binding.ts'
import { fieldProblem } from '../http/input.ts'

/** What makes two calls the same call (D20): the person, the route, and a key that was sent or derived. */
export interface IdempotencyKey {
  readonly accountId: string
  readonly route: string
  readonly key: string
  /** Made from the content because none was sent: it holds for minutes, not days. */
  readonly derived: boolean
}

/**
 * The key of a call: that of its `Idempotency-Key` header, else one derived from the content.
 * @throws Problem INVALID_INPUT for a header that can't be a key
 */
export function idempotencyKeyOf(
  call: { accountId: string; route: string; request: Pick<RequestInfo, 'header'> },
  fingerprint: Buffer,
): IdempotencyKey {
  const { accountId, route } = call
  const sent = call.request.header('idempotency-key')
  // The blank keeps derived keys apart from all that can be sent.
  if (sent === undefined)
    return { accountId, route, key: `derived ${fingerprint.toString('hex')}`, derived: true }
  if (!/^[\x21-\x7e]+$/.test(sent) || sent.length > limits.idempotencyKeyChars) {
    throw fieldProblem('Idempotency-Key', 'Idempotency-Key の形式が正しくありません。')
  }
  return { accountId, route, key: sent, derived: false }
}

/** SHA-256 over parts that can't be mistaken for one another, whatever is in them. */
export function fingerprintOf(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = Buffer.from(part)
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest()
}
