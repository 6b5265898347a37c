import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import type { AccountServices } from '../account-services.ts'
import { consumeLink, findLink } from './one-time-links.ts'
import { hashChosen, setPassword } from './set-password.ts'

/**
 * Sets a new password by the link of the mail. It signs nobody in, and a second factor is asked for as before (D31).
 * @throws Problem LINK_INVALID, INVALID_INPUT (password)
 */
export async function confirmPasswordReset(
  services: AccountServices,
  { token, password }: { token: string; password: string },
  request: Pick<RequestInfo, 'ip'>,
): Promise<void> {
  // Strangers without a link cause no hashing, and a password that is refused does not use the link up.
  const found = await findLink(services.db, 'password_reset', token)
  if (!found) throw new Problem('LINK_INVALID')
  const hashed = await hashChosen(services, password, { email: found.email, names: [found.name] })
  await inTransaction(services.db, async (tx) => {
    const holder = await consumeLink(tx, 'password_reset', token)
    await setPassword(services, tx, holder, hashed)
    await services.audit.record(tx, {
      actor: holder.id,
      action: 'update',
      resourceType: 'user',
      resourceId: holder.id,
      owner: holder.id,
      ip: request.ip,
      details: { before: { password: null }, after: { password: '再設定' } },
    })
    await mailSecurityChange(services, tx, { accountId: holder.id, change: 'password_reset' })
  })
}
