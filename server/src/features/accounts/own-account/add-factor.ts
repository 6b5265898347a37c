import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSecurityChange, type SecurityChange } from '../../mails/mail-security-change.ts'
import type { AccountServices } from '../account-services.ts'
import { recordOwn } from '../record-account.ts'
import { findFactors, lockAccount } from '../second-factor/factor-repository.ts'
import { issueRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { endSessions, type OpenedSession, renewSession } from '../sessions/sessions.ts'
import { revokeDevices } from '../sign-in/lockout.ts'

export interface AddedFactor {
  /** Issued with the first factor and shown once; empty for a further factor. */
  readonly recoveryCodes: string[]
  readonly session: OpenedSession
  readonly deviceGeneration: number
}

/**
 * Adds a second factor by `write`, which returns false if it can't be added. The first factor ends all other
 * sessions, because they were opened without one: a session that may only enrol must not add another factor
 * afterwards.
 */
export async function addFactor(
  services: AccountServices,
  caller: Caller,
  request: RequestInfo,
  added: { readonly change: SecurityChange; readonly name?: string },
  write: (tx: Tx) => Promise<boolean>,
): Promise<AddedFactor> {
  return inTransaction(services.db, async (tx) => {
    await lockAccount(tx, caller.id)
    const { totp, passkeys } = await findFactors(tx, caller.id)
    const first = !totp && passkeys === 0
    // Runs before `write`: a session that ended while this call waited for the lock must not add a factor.
    const session = await renewSession(tx, caller.sessionKey, { enrolled: true })
    if (!(await write(tx))) throw new Problem('CONFLICT')
    if (first) await endSessions(tx, caller.id, session.sessionKey)
    await recordOwn(services, tx, 'update', caller, request, added)
    await mailSecurityChange(services, tx, { accountId: caller.id, change: added.change })
    const deviceGeneration = await revokeDevices(tx, caller.id)
    const recoveryCodes = first ? await issueRecoveryCodes(services, tx, caller.id) : []
    return { recoveryCodes, session, deviceGeneration }
  })
}
