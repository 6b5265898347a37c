import type { ManagedUser } from '@kyc/contract/users.ts'
import type { AccountServices } from '../account-services.ts'
import { lockedAccounts, unlockAccount } from '../sign-in/lockout.ts'
import { actOnUser, type UserAct } from './act-on-user.ts'

/**
 * Lifts a lock-out before its time (D5, D28).
 * @throws Problem NOT_FOUND, FORBIDDEN
 */
export function unlockUser(services: AccountServices, act: UserAct): Promise<ManagedUser> {
  const { accountKeys } = services
  return actOnUser(services, act, async (tx, user) => {
    const account = { id: user.id, emailKey: user.email_key }
    const locked = (await lockedAccounts(accountKeys, tx, [account])).has(user.id)
    await unlockAccount(accountKeys, tx, account)
    return locked ? { before: { locked: true }, after: { locked: false } } : undefined
  })
}
