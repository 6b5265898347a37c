import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { hashCookie, newCookieValue } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import { deletePendingOf, type FirstFactor } from '../second-factor/pending-repository.ts'
import {
  deleteSession,
  deleteSessionsOf,
  insertSession,
  type SessionChanges,
  updateSessionKey,
} from './session-repository.ts'

export const sessionCookie = 'sid'

const userAgentChars = 300

/** A new session, or one with a new key; the server does not keep the cookie's value. */
export interface OpenedSession {
  readonly cookieValue: string
  readonly sessionKey: string
  readonly csrfGeneration: number
}

export interface SessionOptions {
  /** The first factor. */
  readonly method?: FirstFactor
  readonly enrolOnly?: boolean
  /** Replaces the random value where a repeat must get the same cookie: 43 unguessable characters. */
  readonly cookieValue?: string
}

/** Opens a session with a new id; only the hash of its cookie is stored. */
export async function openSession(
  tx: Tx,
  accountId: string,
  from: Pick<RequestInfo, 'ip' | 'userAgent'>,
  options: SessionOptions = {},
): Promise<OpenedSession> {
  const { method = 'password', enrolOnly = false, cookieValue = newCookieValue() } = options
  const key = hashCookie(cookieValue)
  const userAgent = shortUserAgent(from)
  await insertSession(tx, { key, accountId, method, enrolOnly, ip: from.ip, userAgent })
  return { cookieValue, sessionKey: key.toString('hex'), csrfGeneration: 0 }
}

/** Moves the session to a new key, at every change of rights. */
export async function renewSession(tx: Tx, sessionKey: string, gain: SessionChanges): Promise<OpenedSession> {
  const cookieValue = newCookieValue()
  const key = hashCookie(cookieValue)
  const csrfGeneration = await updateSessionKey(tx, { from: keyOf(sessionKey), to: key }, gain)
  if (csrfGeneration === undefined) throw new Problem('UNAUTHENTICATED')
  return { cookieValue, sessionKey: key.toString('hex'), csrfGeneration }
}

/** Ends one session; false if it had ended already. */
export function endSession(tx: Tx, sessionKey: string): Promise<boolean> {
  return deleteSession(tx, keyOf(sessionKey))
}

/**
 * Ends the sessions of an account except one, and its sign-ins in progress. Called in the transaction that
 * changes the role, disables the account or sets a password.
 * @returns the number of ended sessions
 */
export async function endSessions(tx: Tx, accountId: string, except?: string): Promise<number> {
  await deletePendingOf(tx, accountId)
  return deleteSessionsOf(tx, accountId, except === undefined ? undefined : keyOf(except))
}

/** The stored key that a caller's `sessionKey` names. */
export function keyOf(sessionKey: string): Buffer {
  return Buffer.from(sessionKey, 'hex')
}

/** The user agent, cut to the length that is stored. */
export function shortUserAgent({ userAgent }: Pick<RequestInfo, 'userAgent'>): string | null {
  return userAgent?.slice(0, userAgentChars) ?? null
}
