import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import { isReservedName, reservedNameFault } from '../../access/reserved-names.ts'
import type { AccountServices } from '../account-services.ts'
import { recordOwn } from '../record-account.ts'
import { consumeLink, findLink } from './one-time-links.ts'
import { hashChosen, setPassword } from './set-password.ts'

/** Address and name of the invited account. */
export async function inspectInvitation(
  { db }: AccountServices,
  token: string,
): Promise<{ email: string; name: string }> {
  const account = await findLink(db, 'invitation', token)
  if (!account) throw new Problem('LINK_INVALID')
  return { email: account.email, name: account.name }
}

/** Sets name and password of an invited account. It opens no session. */
export async function acceptInvitation(
  services: AccountServices,
  { token, name, password }: { token: string; name: string; password: string },
  request: Pick<RequestInfo, 'ip'>,
): Promise<void> {
  const invited = await findLink(services.db, 'invitation', token)
  if (!invited) throw new Problem('LINK_INVALID')
  // An account that the office has invited may keep the name of its invitation, even a reserved one.
  const given = invited.byOffice && name === invited.name
  if (!given && isReservedName(name, services.config.mail.from.name))
    throw fieldProblem('name', reservedNameFault)
  const owner = { email: invited.email, names: [invited.name, name] }
  const hashed = await hashChosen(services, password, owner)
  await inTransaction(services.db, async (tx) => {
    const account = await consumeLink(tx, 'invitation', token)
    await setPassword(services, tx, account, hashed, name)
    await recordOwn(services, tx, 'update', account, request, {
      before: { name: account.name, password: null },
      after: { name, password: '設定' },
    })
  })
}
