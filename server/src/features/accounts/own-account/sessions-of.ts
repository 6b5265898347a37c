import type { SessionInfo } from '@kyc/contract/users.ts'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import { browserOf } from '../../mails/browser-of.ts'
import type { AccountServices } from '../account-services.ts'
import { recordOwn } from '../record-account.ts'
import { deleteSessionOf, type ListedSession, listLiveSessions } from '../sessions/session-repository.ts'
import { endSessions, keyOf } from '../sessions/sessions.ts'

/** The valid sessions of an account, newest first; `current` is the key of the caller's. */
export async function sessionsOf(db: Db, accountId: string, current?: string): Promise<SessionInfo[]> {
  const sessions = await listLiveSessions(db, accountId)
  return sessions.map((session) => presentSession(session, current))
}

/** The id is the stored hash of the cookie, which does not reveal the cookie. */
function presentSession(
  { key, user_agent, ip, created_at, last_seen_at }: ListedSession,
  current: string | undefined,
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

/** Ends another session of the caller. The one in use ends by signing out. */
export async function endOwnSession(
  services: AccountServices,
  caller: Caller,
  id: string,
  request: RequestInfo,
): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(id) || id === caller.sessionKey) throw new Problem('NOT_FOUND')
  await inTransaction(services.db, async (tx) => {
    if (!(await deleteSessionOf(tx, caller.id, keyOf(id)))) throw new Problem('NOT_FOUND')
    await recordOwn(services, tx, 'logout', caller, request, { sessions: 1 })
  })
}

/** Ends all sessions but the one in use; writes no entry if there are none. */
export async function endOtherSessions(
  services: AccountServices,
  caller: Caller,
  request: RequestInfo,
): Promise<void> {
  await inTransaction(services.db, async (tx) => {
    const sessions = await endSessions(tx, caller.id, caller.sessionKey)
    if (sessions > 0) await recordOwn(services, tx, 'logout', caller, request, { sessions })
  })
}
