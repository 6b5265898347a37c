import type { SessionInfo } from '@kyc/contract/users.ts'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { browserOf } from '../../mails/browser-of.ts'
import type { AccountServices } from '../account-services.ts'
import { deleteSessionOf, type ListedSession, listLiveSessions } from '../sessions/session-repository.ts'
import { endSessions, keyOf } from '../sessions/sessions.ts'
import { recordOwn } from './record-own.ts'

type SessionServices = Pick<AccountServices, 'audit' | 'db'>

/** The open sessions of an account, newest first; `current` names the one that asks. */
export async function sessionsOf(db: Db, accountId: string, current: string): Promise<SessionInfo[]> {
  const sessions = await listLiveSessions(db, accountId)
  return sessions.map((session) => presentSession(session, current))
}

/** Its id is the stored hash of the cookie, from which nobody gets back to the cookie. */
function presentSession(
  { key, user_agent, ip, created_at, last_seen_at }: ListedSession,
  current: string,
): SessionInfo {
  const id = key.toString('hex')
  return {
    id,
    device: browserOf(user_agent),
    ip,
    signedInAt: created_at.toISOString(),
    lastSeenAt: last_seen_at.toISOString(),
    current: id === current,
  }
}

/**
 * Ends one of the actor's other sessions; signing out ends the one in use.
 * @throws Problem NOT_FOUND
 */
export async function endOwnSession(
  services: SessionServices,
  actor: Actor,
  id: string,
  request: RequestInfo,
): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(id) || id === actor.sessionKey) throw new Problem('NOT_FOUND')
  await inTransaction(services.db, async (tx) => {
    if (!(await deleteSessionOf(tx, actor.id, keyOf(id)))) throw new Problem('NOT_FOUND')
    await recordOwn(services, tx, actor, request, { sessions: 1 }, 'logout')
  })
}

/** Ends all but the session in use; where there are none, there is no entry either. */
export async function endOtherSessions(
  services: SessionServices,
  actor: Actor,
  request: RequestInfo,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const sessions = await endSessions(tx, actor.id, actor.sessionKey)
    if (sessions > 0) await recordOwn(services, tx, actor, request, { sessions }, 'logout')
  })
}
