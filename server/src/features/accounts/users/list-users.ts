import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { listUsers as endpoint, ManagedUser } from '@kyc/contract/users.ts'
import { boundedTotal, cutPage, type PageInfo } from '../../../platform/page.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { presentManagedUsers } from './get-user.ts'
import { countUsers, findUsers } from './users-repository.ts'

export interface UserPage extends PageInfo {
  readonly users: ManagedUser[]
}

/** A page of all accounts, newest first (D5, D19). Lists leave no entry (D38). */
export async function listUsers(
  services: Pick<AccountServices, 'cursors' | 'db' | 'pseudonymKey'>,
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
