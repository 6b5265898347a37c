import type { changePassword as contract } from '@kyc/contract/account.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import { findOwnAccount, updatePassword } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { endLinks } from '../links/one-time-links.ts'
import { endSessions, type OpenedSession, renewSession } from '../sessions/sessions.ts'
import { forgetBrowsers } from '../sign-in/lockout.ts'
import { recordOwn } from './record-own.ts'
import { ownPassword, withOwnSecret } from './verify-own-secret.ts'

/**
 * Sets a new password: every other session ends, and so do links from mails and the privilege of known browsers; this
 * session goes on under a new id (D27).
 * @throws Problem INVALID_INPUT (newPassword), PASSWORD_WRONG, RATE_LIMITED; CONFLICT for an account without a password
 */
export async function changePassword(
  services: AccountServices,
  actor: Actor,
  { currentPassword, newPassword }: BodyOf<typeof contract>,
  request: RequestInfo,
): Promise<{ session: OpenedSession; deviceGeneration: number }> {
  const { clock, db, passwords } = services
  const account = await findOwnAccount(db, actor.id)
  const before = account?.password_hash
  if (!account || !before) throw new Problem('CONFLICT')
  const fault = await passwords.faultOf(newPassword, { email: account.email, names: [account.name] })
  if (fault !== undefined) throw fieldProblem('newPassword', fault)
  let after: string | undefined
  // Hashing waits for its turn, which no transaction should; and wrong passwords are not worth it.
  const secret = ownPassword(services, before, currentPassword, async () => {
    after = await passwords.hash(newPassword)
  })
  return withOwnSecret(services, actor, request, secret, async (tx) => {
    const changed =
      after !== undefined && (await updatePassword(tx, actor.id, { before, after, at: clock.now() }))
    if (!changed) throw new Problem('CONFLICT')
    await endSessions(tx, actor.id, actor.sessionKey)
    await endLinks(tx, actor.id)
    await recordOwn(services, tx, actor, request, { change: 'password_changed' })
    await mailSecurityChange(services, tx, { accountId: actor.id, change: 'password_changed' })
    // No fresh sign-in: with a second factor, the password alone must not open what asks for one (D31).
    const session = await renewSession(tx, actor.sessionKey, {})
    return { session, deviceGeneration: await forgetBrowsers(tx, actor.id) }
  })
}
