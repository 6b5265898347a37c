import type { AccountState, ManagedUser } from '@kyc/contract/users.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { lockedAccounts } from '../sign-in/lockout.ts'
import { mayManage, maySeeSessions } from './may-manage.ts'
import type { ManagedRow } from './users-repository.ts'

/** Accounts as `actor` may see them. */
export async function presentManagedUsers(
  { accountKeys }: Pick<AccountServices, 'accountKeys'>,
  db: Db,
  actor: Actor,
  rows: readonly ManagedRow[],
): Promise<ManagedUser[]> {
  const accounts = rows.map((row) => ({ id: row.id, emailKey: row.email_key }))
  const locked = await lockedAccounts(accountKeys, db, accounts)
  return rows.map((row) => present(actor, row, locked.has(row.id)))
}

function present(actor: Actor, row: ManagedRow, locked: boolean): ManagedUser {
  const state = stateOf(row, locked)
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified,
    name: row.name,
    role: row.role,
    roleManaged: row.role_managed,
    provider: row.provider,
    state,
    secondFactor: row.second_factor,
    createdAt: row.created_at.toISOString(),
    lastSignInAt: maySeeSessions(actor, row) ? (row.last_sign_in_at?.toISOString() ?? null) : null,
    invitationExpiresAt: row.invited ? (row.invitation_expires_at?.toISOString() ?? null) : null,
    mayManage: mayManage(actor, row),
  }
}

function stateOf({ disabled, invited }: ManagedRow, locked: boolean): AccountState {
  if (disabled) return 'disabled'
  if (invited) return 'invited'
  return locked ? 'locked' : 'active'
}
