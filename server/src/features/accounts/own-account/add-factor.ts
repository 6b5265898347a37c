import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { mailSecurityChange, type SecurityChange } from '../../mails/mail-security-change.ts'
import type { AccountServices } from '../account-services.ts'
import { findFactors, lockAccount } from '../second-factor/factor-repository.ts'
import { giveRecoveryCodes } from '../second-factor/recovery-codes.ts'
import { endSessions, type OpenedSession, renewSession } from '../sessions/sessions.ts'
import { forgetBrowsers } from '../sign-in/lockout.ts'
import { recordOwn } from './record-own.ts'

export interface AddedFactor {
  /** Those of the first factor, to be shown once; none with a further one. */
  readonly recoveryCodes: string[]
  readonly session: OpenedSession
  readonly deviceGeneration: number
}

/**
 * Adds a second factor by `write`, whose false means that it can't be. The first one ends all other sessions, which
 * did without: one that can only enrol must not add a factor of somebody else's after it.
 * @throws Problem CONFLICT, UNAUTHENTICATED if the session ended meanwhile
 */
export async function addFactor(
  services: AccountServices,
  actor: Actor,
  request: RequestInfo,
  added: { readonly change: SecurityChange; readonly name?: string },
  write: (tx: Tx) => Promise<boolean>,
): Promise<AddedFactor> {
  return inTransaction(services.db, async (tx) => {
    await lockAccount(tx, actor.id)
    const { totp, passkeys } = await findFactors(tx, actor.id)
    const first = !totp && passkeys === 0
    // First of all: a session that ended while it waited for the account adds nothing.
    const session = await renewSession(tx, actor.sessionKey, { enrolled: true })
    if (!(await write(tx))) throw new Problem('CONFLICT')
    if (first) await endSessions(tx, actor.id, session.sessionKey)
    await recordOwn(services, tx, actor, request, added)
    await mailSecurityChange(services, tx, { accountId: actor.id, change: added.change })
    const deviceGeneration = await forgetBrowsers(tx, actor.id)
    const recoveryCodes = first ? await giveRecoveryCodes(services, tx, actor.id) : []
    return { recoveryCodes, session, deviceGeneration }
  })
}
