import type { User } from '@kyc/contract/accounts.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { findAccount, updateName } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { presentUser } from '../present-user.ts'
import { lockAccount } from '../second-factor/factor-repository.ts'
import { recordOwn } from './record-own.ts'

/** Changes one's own name; the same name again changes nothing. */
export async function updateProfile(
  services: Pick<AccountServices, 'audit' | 'clock' | 'db'>,
  actor: Actor,
  { name }: { readonly name: string },
  request: RequestInfo,
): Promise<User> {
  return inTransaction(services.db, async (tx) => {
    const before = await lockAccount(tx, actor.id)
    const account =
      before?.name === name
        ? await findAccount(tx, actor.id)
        : await updateName(tx, actor.id, name, services.clock.now())
    if (!before || !account) throw new Problem('UNAUTHENTICATED')
    if (before.name !== name) {
      const details = { before: { name: before.name }, after: { name } }
      await recordOwn(services, tx, actor, request, details)
    }
    return presentUser(account, actor.enrolOnly)
  })
}
