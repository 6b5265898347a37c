import type { ManagedUser } from '@kyc/contract/users.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailPasswordReset } from '../../mails/mail-password-reset.ts'
import type { AccountServices } from '../account-services.ts'
import { issueLink } from '../links/one-time-links.ts'
import { actOnUser, type UserAct } from './act-on-user.ts'

/**
 * Mails the holder of an account a link for a new password; whoever asks never sees it (D5).
 * @throws Problem NOT_FOUND, FORBIDDEN, CONFLICT for an account that is disabled or has no password of ours
 */
export function sendPasswordReset(services: AccountServices, act: UserAct): Promise<ManagedUser> {
  return actOnUser(services, act, async (tx, user) => {
    if (user.disabled || !user.has_password) throw new Problem('CONFLICT')
    const link = await issueLink(tx, 'password_reset', user.id)
    await mailPasswordReset(services, tx, { accountId: user.id, ...link })
    return { mail: 'パスワードの再設定' }
  })
}
