import type { SessionInfo } from '@kyc/contract/users.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { sessionsOf } from '../own-account/sessions-of.ts'
import { endSessions } from '../sessions.ts'
import { actOnUser, type UserAct } from './act-on-user.ts'
import { getUser } from './list-users.ts'

/** @throws Problem NOT_FOUND */
export async function listUserSessions(
  services: AccountServices,
  actor: Actor,
  id: string,
): Promise<SessionInfo[]> {
  const user = await getUser(services, actor, id)
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
