import { createHash } from 'node:crypto'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { cookieNames, newCookieValue, wellFormed } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { deletePendingOf, type FirstFactor } from '../second-factor/pending-repository.ts'
import {
  deleteSession,
  deleteSessionsOf,
  findLiveSession,
  insertSession,
  type SessionGain,
  touchSession,
  updateSessionKey,
} from './session-repository.ts'

const userAgentChars = 300

/** A session just made: the only time that its cookie is known to the server. */
export interface OpenedSession {
  readonly cookieValue: string
  readonly sessionKey: string
  readonly csrfGeneration: number
}

export interface SessionOptions {
  /** The first factor. */
  readonly method?: FirstFactor
  readonly enrolOnly?: boolean
  /** For a cookie that can be told again: 43 characters that nobody can guess. */
  readonly cookieValue?: string
}

/** Whoever the session cookie stands for, as the account is now; any use but a quiet one keeps the session alive. */
export async function findCaller(
  { db, config }: Pick<AccountServices, 'db' | 'config'>,
  request: Pick<RequestInfo, 'cookies'>,
  extendIdle: boolean,
): Promise<Caller | undefined> {
  const sessionKey = presentedSession(config, request)
  const session = sessionKey === undefined ? undefined : await findLiveSession(db, keyOf(sessionKey))
  if (!session) return undefined
  if (extendIdle && session.touch_due) await touchSession(db, session.key)
  return {
    id: session.id,
    role: session.role,
    name: session.name,
    email: session.email,
    sessionKey: session.key.toString('hex'),
    authenticatedAt: session.authenticated_at,
    recentlyAuthenticated: session.recently_authenticated,
    enrolOnly: session.enrol_only,
    csrfGeneration: session.csrf_generation,
  }
}

/** The session that the cookie claims, whether or not there is one. */
export function presentedSession(
  config: AccountServices['config'],
  { cookies }: Pick<RequestInfo, 'cookies'>,
): string | undefined {
  const value = wellFormed(cookies[cookieNames(config).session])
  return value === undefined ? undefined : hashOf(value).toString('hex')
}

/** Opens a session with a new id; only the hash of its cookie is stored (D27). */
export async function openSession(
  tx: Tx,
  accountId: string,
  from: Pick<RequestInfo, 'ip' | 'userAgent'>,
  options: SessionOptions = {},
): Promise<OpenedSession> {
  const { method = 'password', enrolOnly = false, cookieValue = newCookieValue() } = options
  const key = hashOf(cookieValue)
  const userAgent = shortUserAgent(from)
  await insertSession(tx, { key, accountId, method, enrolOnly, ip: from.ip, userAgent })
  return { cookieValue, sessionKey: key.toString('hex'), csrfGeneration: 0 }
}

/**
 * Gives the session a new id (D27: at every change of rights), and what it gained.
 * @throws Problem UNAUTHENTICATED if it ended meanwhile
 */
export async function renewSession(tx: Tx, sessionKey: string, gain: SessionGain): Promise<OpenedSession> {
  const cookieValue = newCookieValue()
  const key = hashOf(cookieValue)
  const csrfGeneration = await updateSessionKey(tx, { from: keyOf(sessionKey), to: key }, gain)
  if (csrfGeneration === undefined) throw new Problem('UNAUTHENTICATED')
  return { cookieValue, sessionKey: key.toString('hex'), csrfGeneration }
}

/** Ends one session; false if it was over already. */
export function endSession(tx: Tx, sessionKey: string): Promise<boolean> {
  return deleteSession(tx, keyOf(sessionKey))
}

/**
 * Ends the sessions of an account, all but `except`, and tells how many; sign-ins under way end too. Whoever changes a role, disables an account
 * or sets a password calls it in the same transaction (D27).
 */
export async function endSessions(tx: Tx, accountId: string, except?: string): Promise<number> {
  await deletePendingOf(tx, accountId)
  return deleteSessionsOf(tx, accountId, except === undefined ? undefined : keyOf(except))
}

/** The stored key that a caller's `sessionKey` names. */
export function keyOf(sessionKey: string): Buffer {
  return Buffer.from(sessionKey, 'hex')
}

/** What is kept of a browser's name. */
export function shortUserAgent({ userAgent }: Pick<RequestInfo, 'userAgent'>): string | null {
  return userAgent?.slice(0, userAgentChars) ?? null
}

/** What is stored of a cookie. */
export function hashOf(cookieValue: string): Buffer {
  return createHash('sha256').update(cookieValue).digest()
}
