import { type AttemptContext, logRefusal } from '../../../platform/attempts/guarded-attempt.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailLockout } from '../../mails/mail-sign-in.ts'
import type { AccountServices } from '../account-services.ts'
import { recordAccount } from '../record-account.ts'
import { shortUserAgent } from '../sessions/sessions.ts'

interface Failure {
  readonly reason: 'unknown_account' | 'wrong_password' | 'wrong_code' | 'disabled' | 'demo_password'
  /** Whether this attempt locks the account. Only such an attempt sends a mail. */
  readonly locks: boolean
  readonly details: Readonly<Record<string, unknown>>
}

/** Refuses a wrong secret, with its audit entry. */
export async function refuseAttempt(
  services: AccountServices,
  context: AttemptContext,
  request: RequestInfo,
  { reason, locks, details }: Failure,
): Promise<never> {
  const { accountId = null } = context
  await inTransaction(services.db, async (tx) => {
    const entry = { ...details, reason, userAgent: shortUserAgent(request) }
    await recordAccount(services, tx, 'login_failed', accountId, { ip: request.ip }, entry)
    if (locks && accountId !== null) await mailLockout(services, tx, { accountId })
  })
  logRefusal(services.log, context, locks ? 'account_locks' : reason)
  throw new Problem(context.refusal)
}
