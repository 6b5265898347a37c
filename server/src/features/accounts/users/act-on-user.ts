import type { Role, User } from '@kyc/contract/accounts.ts'
import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { ManagedUser } from '@kyc/contract/users.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { isInvited } from '../links/one-time-links.ts'
import { recordAccount } from '../record-account.ts'
import { getUser } from './list-users.ts'
import { mayManage } from './may-manage.ts'

type Services = Pick<AccountServices, 'audit' | 'db' | 'pseudonymKey'>

export interface UserAct {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
}

/** The account that is acted on, locked until the end of the transaction. */
interface LockedUser {
  readonly id: string
  readonly email_key: string
  readonly email_verified: boolean
  readonly name: string
  readonly role: Role
  readonly role_managed: boolean
  readonly provider: User['provider']
  readonly disabled: boolean
  readonly invited: boolean
  readonly has_password: boolean
}

/** The details of the audit entry; undefined if a repeated call changes nothing. */
type Details = AuditDetails | undefined

/**
 * Runs `change` on another account, with its entry. Locks and re-reads both accounts: an actor who was just
 * demoted or disabled is refused, and no concurrent sign-in opens a session with the old rights.
 */
export function actOnUser(
  services: Services,
  act: UserAct,
  change: (tx: Tx, user: LockedUser) => Promise<Details>,
  options: { readonly mayDemote?: boolean } = {},
): Promise<ManagedUser> {
  return inTransaction(services.db, (tx) => changeUser(services, tx, act, change, options))
}

/** The same in the caller's transaction. */
export async function changeUser(
  services: Services,
  tx: Tx,
  act: UserAct,
  change: (tx: Tx, user: LockedUser) => Promise<Details>,
  options: { readonly mayDemote?: boolean } = {},
): Promise<ManagedUser> {
  const user = await lockUser(tx, act, options.mayDemote === true)
  const details = await change(tx, user)
  if (details) {
    const origin = { actor: act.actor.id, ip: act.ip }
    await recordAccount(services, tx, 'update', user.id, origin, details)
  }
  return getUser(services, tx, act.actor, user.id)
}

/**
 * If the act may demote or disable the account, locks all enabled superadmins as well. Locks are acquired in
 * the order of ids, so that two admins who act on each other don't deadlock.
 */
async function lockUser(tx: Tx, { actor, id }: UserAct, mayDemote: boolean): Promise<LockedUser> {
  if (!isId(id)) throw new Problem('NOT_FOUND')
  const { rows } = await sql<LockedUser>`
    SELECT a.id, a.email_key, a.email_verified, a.name, a.role, a.role_managed, a.provider,
      a.disabled_at IS NOT NULL AS disabled, ${isInvited('a')} AS invited, a.password_hash IS NOT NULL AS has_password
    FROM account a
    WHERE a.id IN (${id}::uuid, ${actor.id}::uuid)
      OR (${mayDemote} AND a.role = 'superadmin' AND a.disabled_at IS NULL)
    ORDER BY a.id FOR NO KEY UPDATE`.execute(tx)
  const acting = rows.find((row) => row.id === actor.id)
  // A change of the role has ended the session, and the new role may have fewer rights than the endpoint requires.
  if (!acting || acting.disabled || acting.role !== actor.role) throw new Problem('UNAUTHENTICATED')
  const user = rows.find((row) => row.id === id)
  if (!user) throw new Problem('NOT_FOUND')
  if (mayManage(acting, user)) return user
  // An act on another superadmin leaves the actor, so the last superadmin can only be the actor.
  const superadmins = rows.filter((row) => row.role === 'superadmin' && !row.disabled)
  const last = mayDemote && superadmins.length === 1 && superadmins[0] === acting
  throw new Problem(last && user === acting ? 'LAST_SUPERADMIN' : 'FORBIDDEN')
}
