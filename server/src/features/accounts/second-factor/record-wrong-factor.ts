import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { MailServices } from '../../mails/mail-services.ts'
import { mailLockOut } from '../../mails/mail-sign-in.ts'
import type { AccountServices } from '../account-services.ts'
import { shortUserAgent } from '../sessions/sessions.ts'
import { type Trial, tellSecurity } from '../sign-in/guarded-attempt.ts'

type WrongFactor = 'wrong_code' | 'wrong_password'

/** Leaves the entry of a wrong code or password of somebody who is known by then. */
export async function recordWrongFactor(
  services: MailServices & Pick<AccountServices, 'audit' | 'log'>,
  trial: Trial & { readonly accountId: string },
  request: RequestInfo,
  { closes, details }: { closes: boolean; details: AuditDetails & { reason: WrongFactor } },
): Promise<void> {
  const { accountId } = trial
  await inTransaction(services.db, async (tx) => {
    await services.audit.record(tx, {
      actor: null,
      action: 'login_failed',
      resourceType: 'user',
      resourceId: accountId,
      owner: accountId,
      ip: request.ip,
      details: { ...details, userAgent: shortUserAgent(request) },
    })
    if (closes) await mailLockOut(services, tx, { accountId })
  })
  tellSecurity(services, request, closes ? 'account_locks' : details.reason, trial)
}
