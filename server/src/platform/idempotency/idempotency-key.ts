import { createHash } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'
import type { Config } from '../config.ts'
import type { RequestInfo } from '../http/requests/binding.ts'
import { preSessionCookie, readCookie } from '../http/requests/cookies.ts'
import { fieldProblem } from '../http/requests/input.ts'

/** Identifies a call (D20): the caller, the route, and a key that was sent or derived. */
export interface IdempotencyKey {
  /** The id of the account or, without a session, of the browser: no other caller can use the key. */
  readonly scope: string
  readonly route: string
  readonly key: string
  /** Derived from the content because none was sent: valid for minutes, not days. */
  readonly derived: boolean
}

interface KeyedCall {
  readonly scope: string
  readonly route: string
  readonly request: Pick<RequestInfo, 'header'>
}

/** Identifies a call by its content: the key is that of its `Idempotency-Key` header, or else derived from the content. */
export function identityOf(
  call: KeyedCall,
  content: readonly (string | Buffer)[],
): { readonly key: IdempotencyKey; readonly fingerprint: Buffer } {
  const { scope, route } = call
  const fingerprint = fingerprintOf([route, ...content])
  // A sent key contains no space, so it can't equal a derived one.
  const derived = { scope, route, key: `derived ${fingerprint.toString('hex')}`, derived: true }
  return { key: sentKeyOf(call) ?? derived, fingerprint }
}

/**
 * The key of the `Idempotency-Key` header; undefined if none was sent. For calls that may be repeated on
 * purpose.
 */
export function sentKeyOf({ scope, route, request }: KeyedCall): IdempotencyKey | undefined {
  const sent = request.header('idempotency-key')
  if (sent === undefined) return undefined
  if (!/^[\x21-\x7e]+$/.test(sent) || sent.length > limits.idempotencyKeyChars) {
    throw fieldProblem('Idempotency-Key', 'Idempotency-Key の形式が正しくありません。')
  }
  return { scope, route, key: sent, derived: false }
}

interface PublicCall {
  readonly route: string
  readonly actor: { readonly id: string } | undefined
  readonly request: Pick<RequestInfo, 'cookies' | 'header'>
}

/**
 * The key of a call to an endpoint that requires no session. Its scope is the account, or else the
 * browser, identified by the pre-session cookie that the CSRF token requires: no other browser can request
 * the saved reply.
 */
export function publicKeyOf(
  settings: Pick<Config, 'secureCookies'>,
  { route, actor, request }: PublicCall,
): IdempotencyKey | undefined {
  const scope = actor?.id ?? browserScope(readCookie(settings, request, preSessionCookie))
  return scope === undefined ? undefined : sentKeyOf({ scope, route, request })
}

/** 128 bits of the cookie's hash in the form of an id. */
function browserScope(preSession: string | undefined): string | undefined {
  if (preSession === undefined) return undefined
  const hash = createHash('sha256').update(preSession).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

/** SHA-256 over length-prefixed parts, so that different lists of parts never produce the same input. */
export function fingerprintOf(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) {
    const bytes = Buffer.from(part)
    hash.update(`${bytes.length}:`).update(bytes)
  }
  return hash.digest()
}
