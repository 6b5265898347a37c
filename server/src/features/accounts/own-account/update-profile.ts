import type { User } from '@kyc/contract/accounts.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import { isReservedName, reservedNameFault } from '../../access/reserved-names.ts'
import { findAccount, updateName } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { presentUser } from '../present-user.ts'
import { recordOwn } from '../record-account.ts'
import { lockAccount } from '../second-factor/factor-repository.ts'

/** Changes the caller's name; an unchanged name writes nothing. Mails to third parties show it. */
export async function updateProfile(
  services: AccountServices,
  caller: Caller,
  { name }: { readonly name: string },
  request: RequestInfo,
): Promise<User> {
  if (caller.role === 'user' && isReservedName(name, services.config.mail.from.name))
    throw fieldProblem('name', reservedNameFault)
  return inTransaction(services.db, async (tx) => {
    const before = await lockAccount(tx, caller.id)
    const account =
      before?.name === name
        ? await findAccount(tx, caller.id)
        : await updateName(tx, caller.id, name, services.clock.now())
    if (!before || !account) throw new Problem('UNAUTHENTICATED')
    if (before.name !== name) {
      const details = { before: { name: before.name }, after: { name } }
      await recordOwn(services, tx, 'update', caller, request, details)
    }
    return presentUser(account, caller.enrolOnly)
  })
}
