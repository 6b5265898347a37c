import type { SecondFactor } from '@kyc/contract/accounts.ts'
import {
  type AttemptContext,
  guardedAttempt,
  type QueuePosition,
  removeAttempts,
} from '../../../platform/attempts/guarded-attempt.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { findAccount } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { emailKeyOf } from '../fold-email.ts'
import type { FactorCheck } from '../second-factor/prove-factor.ts'
import { limitsFor, limitsOf } from '../sign-in/lockout.ts'
import { refuseAttempt } from '../sign-in/refuse-attempt.ts'

/** A secret of the caller's own account. */
export interface OwnSecret {
  readonly method: 'password' | SecondFactor
  readonly refusal: 'PASSWORD_WRONG' | 'SECOND_FACTOR_INVALID'
  check(position: QueuePosition): Promise<FactorCheck>
}

/**
 * Runs `act` if the secret is right. Failed attempts count like those of the sign-in form, so that a stolen
 * session allows no further attempts.
 */
export async function verifyOwnSecret<T>(
  services: AccountServices,
  caller: Caller,
  request: RequestInfo,
  secret: OwnSecret,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { attemptQueue, db } = services
  const { method, refusal } = secret
  const account = await findAccount(db, caller.id)
  const limits = limitsFor(await limitsOf(services, request, emailKeyOf(caller), account), caller.id, method)
  const context: AttemptContext = { limits, refusal, accountId: caller.id, requestId: request.id }
  return attemptQueue.inOrder(limits.target.bucket, async () => {
    const checked = await guardedAttempt(services, context, (position) => secret.check(position))
    const { use, attempts, locks } = checked
    const done =
      use && (await inTransaction(db, async (tx) => ((await use(tx)) ? { value: await act(tx) } : undefined)))
    if (!done) {
      const reason = method === 'password' ? 'wrong_password' : 'wrong_code'
      const details = { method, stepUp: true }
      return refuseAttempt(services, context, request, { reason, locks, details })
    }
    await removeAttempts(db, attempts)
    return done.value
  })
}

/** The password as an `OwnSecret`. `whenRight` runs before any transaction. */
export function ownPassword(
  { passwords }: AccountServices,
  stored: string | null,
  given: string,
  whenRight?: () => Promise<void>,
): OwnSecret {
  return {
    method: 'password',
    refusal: 'PASSWORD_WRONG',
    async check(position) {
      const { right, counted } = await passwords.check(stored, given, position)
      if (right) await whenRight?.()
      return { right, counted, use: right ? async () => true : undefined }
    },
  }
}
