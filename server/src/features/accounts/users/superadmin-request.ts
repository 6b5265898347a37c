import type { Role } from '@kyc/contract/accounts.ts'
import type { ManagedUser } from '@kyc/contract/users.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { hasSecondPerson, requireSecondPerson } from '../../access/second-person.ts'
import { mailSuperadmin } from '../../mails/mail-second-person.ts'
import type { AccountServices } from '../account-services.ts'
import { adoptInvitation } from '../links/one-time-links.ts'
import { endSessions } from '../sessions/sessions.ts'
import { actOnUser, type UserAct } from './act-on-user.ts'
import { deleteSuperadminRequest, findSuperadminRequest } from './superadmin-request-repository.ts'

type Services = Pick<AccountServices, 'audit' | 'clock' | 'config' | 'db' | 'mails' | 'pseudonymKey'>

/**
 * Whether another superadmin must confirm that an account gets this role. `accounts` are the acting account and the one
 * that it acts on: without a superadmin besides them, as during the first installation, no confirmation is needed.
 */
export async function needsConfirmation(
  { config }: Pick<Services, 'config'>,
  db: Db,
  role: Role,
  accounts: readonly string[],
): Promise<boolean> {
  return role === 'superadmin' && (await hasSecondPerson(config, db, accounts))
}

/**
 * Stores the request of an account, or of the provider's claims, and mails all superadmins. Returns false while a
 * request is open.
 */
export async function requestSuperadmin(
  services: Pick<Services, 'clock' | 'config' | 'mails'>,
  tx: Tx,
  by: string | null,
  accountId: string,
): Promise<boolean> {
  if (await findSuperadminRequest(tx, accountId)) return false
  await deleteSuperadminRequest(tx, accountId) // an ended one
  await tx.insertInto('superadmin_request').values({ account_id: accountId, requested_by: by }).execute()
  await mailSuperadmin(services, tx, { event: 'requested', accountId, actor: by })
  return true
}

/**
 * Makes the account a superadmin at the request of another one, or enables a disabled superadmin; its sessions end.
 */
export function confirmSuperadmin(services: Services, act: UserAct): Promise<ManagedUser> {
  return actOnUser(services, act, async (tx, user) => {
    const request = await findSuperadminRequest(tx, user.id)
    const enables = user.role === 'superadmin'
    if (!request || user.disabled !== enables) throw new Problem('CONFLICT')
    await requireSecondPerson(services.config, tx, act.actor, request)
    if (!user.email_verified) throw new Problem('EMAIL_UNVERIFIED')
    if (!enables && user.role_managed && request.requested_by !== null) throw new Problem('ROLE_MANAGED')
    await deleteSuperadminRequest(tx, user.id)
    const changes = { role: 'superadmin', disabled_at: null, updated_at: services.clock.now() } as const
    await tx.updateTable('account').set(changes).where('id', '=', user.id).execute()
    await adoptInvitation(tx, user.id, act.actor.id)
    await endSessions(tx, user.id)
    const event = enables ? 'enabled' : 'added'
    await mailSuperadmin(services, tx, { event, accountId: user.id, actor: act.actor.id })
    if (enables) return { before: { disabled: true }, after: { disabled: false } }
    return { before: { role: user.role }, after: { role: 'superadmin' } }
  })
}

/** Withdraws the request, or refuses that of another superadmin. */
export function refuseSuperadmin(services: Services, act: UserAct): Promise<ManagedUser> {
  return actOnUser(services, act, async (tx, user) => {
    if (!(await findSuperadminRequest(tx, user.id))) throw new Problem('CONFLICT')
    await deleteSuperadminRequest(tx, user.id)
    return { change: 'superadmin_refused' }
  })
}
