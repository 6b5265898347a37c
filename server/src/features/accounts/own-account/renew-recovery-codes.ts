import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import type { AccountServices } from '../account-services.ts'
import { recordOwn } from '../record-account.ts'
import { findFactors, lockAccount } from '../second-factor/factor-repository.ts'
import { issueRecoveryCodes } from '../second-factor/recovery-codes.ts'

/** Replaces all recovery codes. */
export async function renewRecoveryCodes(
  services: AccountServices,
  actor: Actor,
  request: RequestInfo,
): Promise<string[]> {
  return inTransaction(services.db, async (tx) => {
    await lockAccount(tx, actor.id)
    const { totp, passkeys } = await findFactors(tx, actor.id)
    if (!totp && passkeys === 0) throw new Problem('CONFLICT')
    const change = 'recovery_codes_renewed'
    await recordOwn(services, tx, 'update', actor, request, { change })
    await mailSecurityChange(services, tx, { accountId: actor.id, change })
    return issueRecoveryCodes(services, tx, actor.id)
  })
}
