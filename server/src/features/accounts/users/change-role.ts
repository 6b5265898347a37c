import type { Role } from '@kyc/contract/accounts.ts'
import type { ManagedUser } from '@kyc/contract/users.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { endSessions } from '../sessions/sessions.ts'
import { actOnUser, type UserAct } from './act-on-user.ts'

/**
 * Gives an account another rank; its sessions end, so that the next one has the rights of the new (D4, D27).
 * @throws Problem NOT_FOUND, FORBIDDEN, EMAIL_UNVERIFIED (D56), ROLE_MANAGED, LAST_SUPERADMIN
 */
export function changeRole(services: AccountServices, act: UserAct, role: Role): Promise<ManagedUser> {
  return actOnUser(
    services,
    act,
    async (tx, user) => {
      if (!user.email_verified) throw new Problem('EMAIL_UNVERIFIED')
      if (user.role_managed) throw new Problem('ROLE_MANAGED')
      if (user.role === role) return undefined
      const changes = { role, updated_at: services.clock.now() }
      await tx.updateTable('account').set(changes).where('id', '=', user.id).execute()
      await endSessions(tx, user.id)
      return { before: { role: user.role }, after: { role } }
    },
    { endsRank: true },
  )
}
