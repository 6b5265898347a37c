import type { ManagedUser } from '@kyc/contract/users.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { AccountServices } from '../account-services.ts'
import { endLinks } from '../links/one-time-links.ts'
import { endSessions } from '../sessions/sessions.ts'
import { actOnUser, type UserAct } from './act-on-user.ts'

/**
 * Closes every way in to an account: its sessions end, and so do links that were mailed (D5, D27).
 * @throws Problem NOT_FOUND, FORBIDDEN, LAST_SUPERADMIN
 */
export function disableUser(services: AccountServices, act: UserAct): Promise<ManagedUser> {
  return actOnUser(
    services,
    act,
    async (tx, user) => {
      if (user.disabled) return undefined
      await setDisabled(tx, user.id, services.clock.now(), true)
      await endSessions(tx, user.id)
      await endLinks(tx, user.id)
      return { before: { disabled: false }, after: { disabled: true } }
    },
    { endsRank: true },
  )
}

/** @throws Problem NOT_FOUND, FORBIDDEN */
export function enableUser(services: AccountServices, act: UserAct): Promise<ManagedUser> {
  return actOnUser(services, act, async (tx, user) => {
    if (!user.disabled) return undefined
    await setDisabled(tx, user.id, services.clock.now(), false)
    return { before: { disabled: true }, after: { disabled: false } }
  })
}

async function setDisabled(tx: Tx, id: string, at: Date, disabled: boolean): Promise<void> {
  const changes = { disabled_at: disabled ? at : null, updated_at: at }
  await tx.updateTable('account').set(changes).where('id', '=', id).execute()
}
