import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import type { AccountServices } from '../account-services.ts'
import { recordOwn } from '../record-account.ts'
import { consumeLink, findLink } from './one-time-links.ts'
import { hashChosen, setPassword } from './set-password.ts'

/**
 * Sets a new password by the link of the mail. It opens no session, and a second factor is still required
 * (D31).
 */
export async function confirmPasswordReset(
  services: AccountServices,
  { token, password }: { token: string; password: string },
  request: Pick<RequestInfo, 'ip'>,
): Promise<void> {
  // Finds the link before the password is hashed, and consumes it later: an invalid link causes no hashing, and a
  // refused password does not consume the link.
  const found = await findLink(services.db, 'password_reset', token)
  if (!found) throw new Problem('LINK_INVALID')
  const hashed = await hashChosen(services, password, { email: found.email, names: [found.name] })
  await inTransaction(services.db, async (tx) => {
    const account = await consumeLink(tx, 'password_reset', token)
    await setPassword(services, tx, account, hashed)
    const details = { before: { password: null }, after: { password: '再設定' } }
    await recordOwn(services, tx, 'update', account, request, details)
    await mailSecurityChange(services, tx, { accountId: account.id, change: 'password_reset' })
  })
}
