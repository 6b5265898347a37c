import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { mailSecurityChange, type SecurityChange } from '../../mails/mail-security-change.ts'
import type { AccountServices } from '../account-services.ts'
import { recordOwn } from '../record-account.ts'
import {
  deleteRecoveryCodes,
  deleteTotp,
  findFactors,
  lockAccount,
} from '../second-factor/factor-repository.ts'
import { deletePasskey } from '../second-factor/passkey-repository.ts'
import { mustHaveSecondFactor } from '../sign-in/complete-sign-in.ts'
import { revokeDevices } from '../sign-in/lockout.ts'

/** @returns the new generation of device cookies */
export function removeTotp(services: AccountServices, actor: Actor, request: RequestInfo): Promise<number> {
  return removeFactor(services, actor, request, 'totp_removed', async (tx) =>
    (await deleteTotp(tx, actor.id)) ? {} : undefined,
  )
}

/** @returns the new generation of device cookies */
export function removePasskey(
  services: AccountServices,
  actor: Actor,
  id: string,
  request: RequestInfo,
): Promise<number> {
  return removeFactor(services, actor, request, 'passkey_removed', async (tx) => {
    const name = await deletePasskey(tx, actor.id, id)
    return name === undefined ? undefined : { name }
  })
}

async function removeFactor(
  services: AccountServices,
  actor: Actor,
  request: RequestInfo,
  change: SecurityChange,
  remove: (tx: Tx) => Promise<Readonly<Record<string, string>> | undefined>,
): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    const account = await lockAccount(tx, actor.id)
    const removed = account && (await remove(tx))
    if (!removed) throw new Problem('NOT_FOUND')
    const { totp, passkeys } = await findFactors(tx, actor.id)
    if (!totp && passkeys === 0) {
      if (mustHaveSecondFactor(services.config, account.role)) throw new Problem('SECOND_FACTOR_REQUIRED')
      await deleteRecoveryCodes(tx, actor.id)
    }
    await recordOwn(services, tx, 'update', actor, request, { change, ...removed })
    await mailSecurityChange(services, tx, { accountId: actor.id, change })
    return revokeDevices(tx, actor.id)
  })
}
