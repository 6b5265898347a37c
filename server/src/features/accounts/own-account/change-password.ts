import type { changePassword as contract } from '@kyc/contract/account.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import { findOwnAccount, updatePassword } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { endLinks } from '../links/one-time-links.ts'
import { recordOwn } from '../record-account.ts'
import { endSessions, type OpenedSession, renewSession } from '../sessions/sessions.ts'
import { revokeDevices } from '../sign-in/lockout.ts'
import { ownPassword, verifyOwnSecret } from './verify-own-secret.ts'

/**
 * Sets a new password. All other sessions, mailed links and device cookies end; this session continues under
 * a new id.
 */
export async function changePassword(
  services: AccountServices,
  caller: Caller,
  { currentPassword, newPassword }: BodyOf<typeof contract>,
  request: RequestInfo,
): Promise<{ session: OpenedSession; deviceGeneration: number }> {
  const { clock, db, passwords } = services
  const account = await findOwnAccount(db, caller.id)
  const before = account?.password_hash
  if (!account || !before) throw new Problem('CONFLICT')
  const fault = await passwords.faultOf(newPassword, { email: account.email, names: [account.name] })
  if (fault !== undefined) throw fieldProblem('newPassword', fault)
  let after: string | undefined
  // Hashing queues, so it runs before the transaction, and only for a right password.
  const secret = ownPassword(services, before, currentPassword, async () => {
    after = await passwords.hash(newPassword)
  })
  return verifyOwnSecret(services, caller, request, secret, async (tx) => {
    const changed =
      after !== undefined && (await updatePassword(tx, caller.id, { before, after, at: clock.now() }))
    if (!changed) throw new Problem('CONFLICT')
    await endSessions(tx, caller.id, caller.sessionKey)
    await endLinks(tx, caller.id)
    await recordOwn(services, tx, 'update', caller, request, { change: 'password_changed' })
    await mailSecurityChange(services, tx, { accountId: caller.id, change: 'password_changed' })
    // Not `steppedUp`: with a second factor, the password alone is no step-up.
    const session = await renewSession(tx, caller.sessionKey, {})
    return { session, deviceGeneration: await revokeDevices(tx, caller.id) }
  })
}
