import { countOrRefuse, deleteBucket } from '../../../platform/attempts/attempt-repository.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'
import { confirmTotpSecret, findTotp, saveUnconfirmedTotp } from '../second-factor/factor-repository.ts'
import { newTotpSecret, totpStep } from '../second-factor/totp.ts'
import { accountRule } from '../sign-in/lockout.ts'
import { type AddedFactor, addFactor } from './add-factor.ts'

/** Creates a secret for an authenticator app, which is returned only here. */
export async function startTotp(
  services: AccountServices,
  caller: Caller,
): Promise<{ secret: string; uri: string }> {
  const { secret, uri, encrypted } = newTotpSecret(services, caller)
  if (!(await saveUnconfirmedTotp(services.db, caller.id, encrypted))) throw new Problem('CONFLICT')
  return { secret, uri }
}

/** Confirms the app as a factor by its first right code. */
export async function confirmTotp(
  services: AccountServices,
  caller: Caller,
  code: string,
  request: RequestInfo,
): Promise<AddedFactor> {
  const totp = await findTotp(services.db, caller.id)
  if (!totp || totp.confirmed_at) throw new Problem('CONFLICT')
  // Counted apart from sign-ins: a mistyped code must not lock the account.
  const limit = { bucket: `enrol:${caller.id}`, rule: accountRule }
  await countOrRefuse(services.db, limit)
  const step = totpStep(services, caller.id, totp.secret_enc, code)
  if (step === undefined) throw new Problem('SECOND_FACTOR_INVALID', { field: 'code' })
  return addFactor(services, caller, request, { change: 'totp_added' }, async (tx) => {
    await deleteBucket(tx, limit.bucket)
    return confirmTotpSecret(tx, caller.id, totp.secret_enc, step)
  })
}
