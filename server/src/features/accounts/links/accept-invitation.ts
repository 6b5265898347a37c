import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { consumeLink, findLink } from './one-time-links.ts'
import { hashChosen, setPassword } from './set-password.ts'

/**
 * Whom an invitation is for: the mail proves that it is theirs to see.
 * @throws Problem LINK_INVALID
 */
export async function inspectInvitation(
  { db }: Pick<AccountServices, 'db'>,
  token: string,
): Promise<{ email: string; name: string }> {
  const holder = await findLink(db, 'invitation', token)
  if (!holder) throw new Problem('LINK_INVALID')
  return { email: holder.email, name: holder.name }
}

/**
 * Sets name and password of an invited account (D5). It signs nobody in.
 * @throws Problem LINK_INVALID, INVALID_INPUT (password)
 */
export async function acceptInvitation(
  services: AccountServices,
  { token, name, password }: { token: string; name: string; password: string },
  request: Pick<RequestInfo, 'ip'>,
): Promise<void> {
  const invited = await findLink(services.db, 'invitation', token)
  if (!invited) throw new Problem('LINK_INVALID')
  const owner = { email: invited.email, names: [invited.name, name] }
  const hashed = await hashChosen(services, password, owner)
  await inTransaction(services.db, async (tx) => {
    const holder = await consumeLink(tx, 'invitation', token)
    await setPassword(services, tx, holder, hashed, name)
    await services.audit.record(tx, {
      actor: holder.id,
      action: 'update',
      resourceType: 'user',
      resourceId: holder.id,
      owner: holder.id,
      ip: request.ip,
      details: {
        before: { name: holder.name, password: null },
        after: { name, password: '設定' },
      },
    })
  })
}
