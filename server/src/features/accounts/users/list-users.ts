import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { AccountState, listUsers as endpoint, ManagedUser, SessionInfo } from '@kyc/contract/users.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import { type PageInfo, pageById } from '../../../platform/lists/page.ts'
import { Problem } from '../../../platform/problem.ts'
import { type Actor, isSuperadmin } from '../../access/actor.ts'
import type { Reader } from '../../access/scope.ts'
import type { AccountServices } from '../account-services.ts'
import { sessionsOf } from '../own-account/sessions-of.ts'
import { findLockedAccounts } from '../sign-in/lockout.ts'
import { mayManage, maySeeSessions } from './may-manage.ts'
import { countUsers, findUser, findUsers, type ManagedRow } from './users-repository.ts'

/**
 * A page of all accounts, or of the members of an organisation, newest first. Lists are not audited (D38).
 */
export async function listUsers(
  services: Pick<AccountServices, 'cursors' | 'db' | 'pseudonymKey'>,
  reader: Reader,
  { search, role, organisation: _, ...paging }: QueryOf<typeof endpoint>,
): Promise<{ body: ManagedUser[]; page: PageInfo }> {
  const { db, cursors } = services
  const { organisation } = reader.scope
  const filter = { search, role, organisation }
  const { rows, page } = await pageById(
    cursors,
    ['users', search, role, organisation],
    paging,
    (bounds) => findUsers(db, filter, bounds),
    () => countUsers(db, filter),
  )
  return { body: await presentManagedUsers(services, db, reader, rows), page }
}

export async function getUser(
  services: Pick<AccountServices, 'pseudonymKey'>,
  db: Db,
  actor: Actor,
  id: string,
): Promise<ManagedUser> {
  const row = isId(id) ? await findUser(db, id) : undefined
  const [user] = row ? await presentManagedUsers(services, db, actor, [row]) : []
  if (!user) throw new Problem('NOT_FOUND')
  return user
}

export async function listUserSessions(
  services: Pick<AccountServices, 'db' | 'pseudonymKey'>,
  actor: Actor,
  id: string,
): Promise<SessionInfo[]> {
  const user = await getUser(services, services.db, actor, id)
  if (!maySeeSessions(actor, user)) throw new Problem('FORBIDDEN')
  return sessionsOf(services.db, user.id)
}

/** The accounts, reduced to what `actor` may see. */
async function presentManagedUsers(
  { pseudonymKey }: Pick<AccountServices, 'pseudonymKey'>,
  db: Db,
  actor: Actor,
  rows: readonly ManagedRow[],
): Promise<ManagedUser[]> {
  const accounts = rows.map((row) => ({ id: row.id, emailKey: row.email_key }))
  const locked = await findLockedAccounts(pseudonymKey, db, accounts)
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
    organisations: row.organisations,
    invitationExpiresAt: row.invited ? (row.invitation_expires_at?.toISOString() ?? null) : null,
    superadminRequest: presentRequest(actor, row),
    mayManage: mayManage(actor, row),
  }
}

function presentRequest(
  actor: Actor,
  { superadmin_request: request }: ManagedRow,
): ManagedUser['superadminRequest'] {
  if (!request || !isSuperadmin(actor)) return null
  return {
    requestedBy: request.name,
    own: request.by === actor.id,
    requestedAt: new Date(request.at).toISOString(),
    expiresAt: new Date(request.until).toISOString(),
  }
}

function stateOf({ disabled, invited }: ManagedRow, locked: boolean): AccountState {
  if (disabled) return 'disabled'
  if (invited) return 'invited'
  return locked ? 'locked' : 'active'
}
