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
import { mayManage } from './may-manage.ts'
import { presentManagedUsers } from './present-managed-user.ts'
import { findUser } from './users-repository.ts'

export interface UserAct {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
}

/** The account that is acted on, held until the end of the transaction. */
export interface HeldUser {
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

/** What the audit entry says; nothing if all was as wanted already, as when a call comes twice. */
type Details = AuditDetails | undefined

/**
 * Runs `change` on somebody's account, with its entry. Both accounts are locked and read anew: who was just demoted or
 * disabled does not act any more, and nobody opens a session behind the back of the act (D5, D27).
 * @throws Problem NOT_FOUND, FORBIDDEN, UNAUTHENTICATED, LAST_SUPERADMIN, and those of `change`
 */
export function actOnUser(
  services: AccountServices,
  act: UserAct,
  change: (tx: Tx, user: HeldUser) => Promise<Details>,
  options: { readonly endsRank?: boolean } = {},
): Promise<ManagedUser> {
  return inTransaction(services.db, (tx) => changeUser(services, tx, act, change, options))
}

/** The same within a transaction. */
export async function changeUser(
  services: AccountServices,
  tx: Tx,
  act: UserAct,
  change: (tx: Tx, user: HeldUser) => Promise<Details>,
  options: { readonly endsRank?: boolean } = {},
): Promise<ManagedUser> {
  const user = await holdUser(tx, act, options.endsRank === true)
  const details = await change(tx, user)
  if (details) {
    await services.audit.record(tx, {
      actor: act.actor.id,
      action: 'update',
      resourceType: 'user',
      resourceId: user.id,
      owner: user.id,
      ip: act.ip,
      details,
    })
  }
  const row = await findUser(tx, user.id)
  const [shown] = row ? await presentManagedUsers(services, tx, act.actor, [row]) : []
  if (!shown) throw new Problem('NOT_FOUND')
  return shown
}

/**
 * Where a rank may end, all enabled superadmins are locked as well. Everybody locks in one order, so that two who act
 * on each other wait and neither fails.
 */
async function holdUser(tx: Tx, { actor, id }: UserAct, endsRank: boolean): Promise<HeldUser> {
  if (!isId(id)) throw new Problem('NOT_FOUND')
  const { rows } = await sql<HeldUser>`
    SELECT a.id, a.email_key, a.email_verified, a.name, a.role, a.role_managed, a.provider,
      a.disabled_at IS NOT NULL AS disabled, ${isInvited('a')} AS invited, a.password_hash IS NOT NULL AS has_password
    FROM account a
    WHERE a.id IN (${id}::uuid, ${actor.id}::uuid)
      OR (${endsRank} AND a.role = 'superadmin' AND a.disabled_at IS NULL)
    ORDER BY a.id FOR NO KEY UPDATE`.execute(tx)
  const acting = rows.find((row) => row.id === actor.id)
  if (!acting || acting.disabled) throw new Problem('UNAUTHENTICATED')
  const user = rows.find((row) => row.id === id)
  if (!user) throw new Problem('NOT_FOUND')
  if (mayManage(acting, user)) return user
  // Acting on another superadmin leaves the one who acts: the last one can only be the caller.
  const superadmins = rows.filter((row) => row.role === 'superadmin' && !row.disabled)
  const last = endsRank && superadmins.length === 1 && superadmins[0] === acting
  throw new Problem(last && user === acting ? 'LAST_SUPERADMIN' : 'FORBIDDEN')
}
