import type { SessionInfo } from '@kyc/contract/users.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { sessionsOf } from '../own-account/sessions-of.ts'
import { endSessions } from '../sessions/sessions.ts'
import { actOnUser, type UserAct } from './act-on-user.ts'
import { getUser } from './list-users.ts'
import { maySeeSessions } from './may-manage.ts'

/** @throws Problem NOT_FOUND, FORBIDDEN for a higher rank */
export async function listUserSessions(
  services: AccountServices,
  actor: Actor,
  id: string,
): Promise<SessionInfo[]> {
  const user = await getUser(services, actor, id)
  if (!maySeeSessions(actor, user)) throw new Problem('FORBIDDEN')
  return sessionsOf(services.db, user.id, actor.sessionKey)
}

/**
 * Signs somebody out everywhere (D27).
 * @throws Problem NOT_FOUND, FORBIDDEN
 */
export async function endUserSessions(services: AccountServices, act: UserAct): Promise<void> {
  await actOnUser(services, act, async (tx, user) => {
    const sessions = await endSessions(tx, user.id)
    return sessions > 0 ? { sessions } : undefined
  })
}
