import { deleteBucket } from '../../../platform/attempts/attempt-repository.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import type { AccountServices } from '../account-services.ts'
import { confirmTotpSecret, findTotp, saveUnconfirmedTotp } from '../second-factor/factor-repository.ts'
import { newTotpSecret, totpStep } from '../second-factor/totp.ts'
import { accountRule, countAttempt } from '../sign-in/lockout.ts'
import { type AddedFactor, addFactor } from './add-factor.ts'

/**
 * A secret for an authenticator app, told this once.
 * @throws Problem CONFLICT if there is an app already
 */
export async function startTotp(
  services: Pick<AccountServices, 'accountKeys' | 'db'>,
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  const { secret, uri, sealed } = newTotpSecret(services, actor)
  if (!(await saveUnconfirmedTotp(services.db, actor.id, sealed))) throw new Problem('CONFLICT')
  return { secret, uri }
}

/**
 * Makes the app a factor once it has shown a right code.
 * @throws Problem SECOND_FACTOR_INVALID, RATE_LIMITED after five wrong ones; CONFLICT if no app waits for it (any more)
 */
export async function confirmTotp(
  services: AccountServices,
  actor: Actor,
  code: string,
  request: RequestInfo,
): Promise<AddedFactor> {
  const totp = await findTotp(services.db, actor.id)
  if (!totp || totp.confirmed_at) throw new Problem('CONFLICT')
  // Apart from the sign-in's: somebody who mistypes locks nobody out, and an app that waits can't be guessed either.
  const counted = await countAttempt(services.db, `enrol:${actor.id}`, accountRule)
  if ('retryAfterSeconds' in counted) throw new Problem('RATE_LIMITED', counted)
  const step = totpStep(services, actor.id, totp.secret_enc, code)
  if (step === undefined) throw new Problem('SECOND_FACTOR_INVALID', { field: 'code' })
  return addFactor(services, actor, request, { change: 'totp_added' }, async (tx) => {
    await deleteBucket(tx, counted.bucket)
    return confirmTotpSecret(tx, actor.id, totp.secret_enc, step)
  })
}
