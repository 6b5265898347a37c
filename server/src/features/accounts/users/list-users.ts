import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listUsers as endpoint, ManagedUser } from '@kyc/contract/users.ts'
import type { CursorCodec } from '../../../platform/cursor.ts'
import { isId } from '../../../platform/ids.ts'
import { boundedTotal, cutPage, type PageInfo } from '../../../platform/page.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { presentManagedUsers } from './present-managed-user.ts'
import { countUsers, findUser, findUsers } from './users-repository.ts'

export type UserServices = AccountServices & { readonly cursors: CursorCodec }

export interface UserPage extends PageInfo {
  readonly users: ManagedUser[]
}

/** A page of all accounts, newest first (D5, D19). Lists leave no entry (D38). */
export async function listUsers(
  services: UserServices,
  actor: Actor,
  query: QueryOf<typeof endpoint>,
): Promise<UserPage> {
  const { db, cursors } = services
  const { limit = limits.page.size, cursor, search, role } = query
  const list = JSON.stringify(['users', search, role])
  const before = cursor === undefined ? undefined : cursors.decode(list, cursor)[0]
  const rows = await findUsers(db, { search, role }, { before, limit: limit + 1 })
  const counted = await countUsers(db, { search, role }, limits.countBound)
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(list, [last.id]))
  return {
    users: await presentManagedUsers(services, db, actor, shown),
    next,
    ...boundedTotal(counted),
  }
}

/** @throws Problem NOT_FOUND */
export async function getUser(
  services: Pick<AccountServices, 'db' | 'accountKeys'>,
  actor: Actor,
  id: string,
): Promise<ManagedUser> {
  const row = isId(id) ? await findUser(services.db, id) : undefined
  const [user] = row ? await presentManagedUsers(services, services.db, actor, [row]) : []
  if (!user) throw new Problem('NOT_FOUND')
  return user
}
