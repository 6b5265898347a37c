import type { Role } from '@kyc/contract/accounts.ts'
import type { ManagedUser } from '@kyc/contract/users.ts'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailPasswordReset } from '../../mails/mail-password-reset.ts'
import { mailSuperadmin, type SuperadminEvent } from '../../mails/mail-second-person.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import type { AccountServices } from '../account-services.ts'
import { adoptInvitation, endLinks, issueLink } from '../links/one-time-links.ts'
import { deleteFactors, findFactors } from '../second-factor/factor-repository.ts'
import { endSessions } from '../sessions/sessions.ts'
import { findLockedAccounts, revokeDevices, unlockAccount } from '../sign-in/lockout.ts'
import { actOnUser, type UserAct } from './act-on-user.ts'
import { needsConfirmation, requestSuperadmin } from './superadmin-request.ts'

// The acts of admins on accounts. Each throws NOT_FOUND and FORBIDDEN besides the problems that it
// names.

/**
 * Changes the role; the sessions end, so that the next one has the new rights (D4, D27). While there is another
 * superadmin, a new one is only requested, and the other one confirms (D116).
 */
export function changeRole(services: AccountServices, act: UserAct, role: Role): Promise<ManagedUser> {
  return actOnUser(
    services,
    act,
    async (tx, user) => {
      if (!user.email_verified) throw new Problem('EMAIL_UNVERIFIED')
      if (user.role_managed) throw new Problem('ROLE_MANAGED')
      if (user.role === role) return undefined
      if (await needsConfirmation(services, tx, role, [act.actor.id, user.id]))
        return (await requestSuperadmin(services, tx, act.actor.id, user.id))
          ? { change: 'superadmin_requested' }
          : undefined
      // Mails before the change, so that the account that loses the role gets the mail too.
      if (user.role === 'superadmin') await mailChange(services, tx, act, user.id, 'removed')
      const changes = { role, updated_at: services.clock.now() }
      await tx.updateTable('account').set(changes).where('id', '=', user.id).execute()
      await adoptInvitation(tx, user.id, act.actor.id)
      await endSessions(tx, user.id)
      if (role === 'superadmin') await mailChange(services, tx, act, user.id, 'added')
      return { before: { role: user.role }, after: { role } }
    },
    { mayDemote: true },
  )
}

/** Prevents every kind of sign-in; sessions and mailed links end. */
export function disableUser(services: AccountServices, act: UserAct): Promise<ManagedUser> {
  return actOnUser(
    services,
    act,
    async (tx, user) => {
      if (user.disabled) return undefined
      if (user.role === 'superadmin') await mailChange(services, tx, act, user.id, 'removed')
      await setDisabled(tx, user.id, services.clock.now(), true)
      await endSessions(tx, user.id)
      await endLinks(tx, user.id)
      return { before: { disabled: false }, after: { disabled: true } }
    },
    { mayDemote: true },
  )
}

/** Enables the account again. A superadmin stays disabled until another one confirms, like a new one. */
export function enableUser(services: AccountServices, act: UserAct): Promise<ManagedUser> {
  return actOnUser(services, act, async (tx, user) => {
    if (!user.disabled) return undefined
    if (await needsConfirmation(services, tx, user.role, [act.actor.id, user.id]))
      return (await requestSuperadmin(services, tx, act.actor.id, user.id))
        ? { change: 'superadmin_requested' }
        : undefined
    await setDisabled(tx, user.id, services.clock.now(), false)
    if (user.role === 'superadmin') await mailChange(services, tx, act, user.id, 'enabled')
    return { before: { disabled: true }, after: { disabled: false } }
  })
}

/** Mails all superadmins about each change among them, because they are each other's second person. */
function mailChange(
  services: AccountServices,
  tx: Tx,
  { actor }: UserAct,
  accountId: string,
  event: SuperadminEvent['event'],
): Promise<void> {
  return mailSuperadmin(services, tx, { event, accountId, actor: actor.id })
}

async function setDisabled(tx: Tx, id: string, at: Date, disabled: boolean): Promise<void> {
  const changes = { disabled_at: disabled ? at : null, updated_at: at }
  await tx.updateTable('account').set(changes).where('id', '=', id).execute()
}

/** Lifts a lockout early. */
export function unlockUser(services: AccountServices, act: UserAct): Promise<ManagedUser> {
  const { pseudonymKey } = services
  return actOnUser(services, act, async (tx, user) => {
    const account = { id: user.id, emailKey: user.email_key }
    const locked = (await findLockedAccounts(pseudonymKey, tx, [account])).has(user.id)
    await unlockAccount(pseudonymKey, tx, account)
    return locked ? { before: { locked: true }, after: { locked: false } } : undefined
  })
}

/** Removes all second factors, for a user who lost them; sessions end and a mail is sent. */
export function resetSecondFactor(services: AccountServices, act: UserAct): Promise<ManagedUser> {
  return actOnUser(services, act, async (tx, user) => {
    const { totp, passkeys, recoveryCodes } = await findFactors(tx, user.id)
    await deleteFactors(tx, user.id)
    if (!totp && passkeys === 0 && recoveryCodes === 0) return undefined
    await endSessions(tx, user.id)
    await revokeDevices(tx, user.id)
    await mailSecurityChange(services, tx, { accountId: user.id, change: 'second_factor_reset' })
    if (user.role === 'superadmin') {
      // Another person may now use the account, so its time in the role begins again.
      await tx
        .updateTable('account')
        .set({ role_since: sql`database_now()` })
        .where('id', '=', user.id)
        .execute()
      await mailChange(services, tx, act, user.id, 'factor_reset')
    }
    return { before: { secondFactor: true }, after: { secondFactor: false } }
  })
}

/** Mails the user a link for a new password; the admin does not see it. */
export function sendPasswordReset(services: AccountServices, act: UserAct): Promise<ManagedUser> {
  return actOnUser(services, act, async (tx, user) => {
    if (user.disabled || !user.has_password) throw new Problem('CONFLICT')
    const link = await issueLink(tx, 'password_reset', user.id)
    await mailPasswordReset(services, tx, { accountId: user.id, ...link })
    return { mail: 'パスワードの再設定' }
  })
}

/** Ends all sessions of the user. */
export async function endUserSessions(services: AccountServices, act: UserAct): Promise<void> {
  await actOnUser(services, act, async (tx, user) => {
    const sessions = await endSessions(tx, user.id)
    return sessions > 0 ? { sessions } : undefined
  })
}
