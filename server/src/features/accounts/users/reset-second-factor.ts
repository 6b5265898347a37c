import type { ManagedUser } from '@kyc/contract/users.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import type { AccountServices } from '../account-services.ts'
import { deleteFactors, findFactors } from '../second-factor/factor-repository.ts'
import { endSessions } from '../sessions/sessions.ts'
import { forgetBrowsers } from '../sign-in/lockout.ts'
import { actOnUser, type UserAct } from './act-on-user.ts'

/**
 * Takes away all second factors of somebody who lost them; their sessions end, and a mail tells them (D31).
 * @throws Problem NOT_FOUND, FORBIDDEN
 */
export function resetSecondFactor(services: AccountServices, act: UserAct): Promise<ManagedUser> {
  return actOnUser(services, act, async (tx, user) => {
    const { totp, passkeys, recoveryCodes } = await findFactors(tx, user.id)
    await deleteFactors(tx, user.id)
    if (!totp && passkeys === 0 && recoveryCodes === 0) return undefined
    await endSessions(tx, user.id)
    await forgetBrowsers(tx, user.id)
    await mailSecurityChange(services, tx, { accountId: user.id, change: 'second_factor_reset' })
    return { before: { secondFactor: true }, after: { secondFactor: false } }
  })
}
