import { deleteBucket } from '../../../platform/attempts/attempt-repository.ts'
import { guardedAttempt, removeAttempts } from '../../../platform/attempts/guarded-attempt.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { hashCookie, readCookie } from '../../../platform/http/requests/cookies.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import type { AccountServices } from '../account-services.ts'
import { passSecondFactor, type SignInResult } from '../sign-in/complete-sign-in.ts'
import { limitsFor, limitsOf } from '../sign-in/lockout.ts'
import { refuseAttempt } from '../sign-in/refuse-attempt.ts'
import {
  deletePending,
  findPending,
  type PendingSignIn,
  pendingCookie,
  takePendingChallenge,
} from './pending-repository.ts'
import { checkFactor, type GivenFactor } from './prove-factor.ts'

/**
 * Completes a pending sign-in. Wrong codes of any kind are counted with the wrong passwords of the account
 * (D28).
 */
export async function giveSecondFactor(
  services: AccountServices,
  given: GivenFactor,
  request: RequestInfo,
  current: Caller | undefined,
): Promise<SignInResult> {
  const { attemptQueue, db } = services
  const pending = await attemptQueue.query(() => getPending(services, request))
  const { id: accountId, method } = pending
  const limits = limitsFor(
    await limitsOf(services, request, pending.email_key, pending),
    accountId,
    given.method,
  )
  const context = { limits, refusal: 'SECOND_FACTOR_INVALID', accountId, requestId: request.id } as const
  return attemptQueue.inOrder(limits.target.bucket, async () => {
    const takeChallenge = () => takePendingChallenge(db, pending.key)
    const { use, attempts, locks } = await guardedAttempt(services, context, (position) =>
      checkFactor(services, accountId, given, takeChallenge, position),
    )
    const passed = { accountId, method, request, current }
    const result =
      use &&
      (await inTransaction(db, async (tx) => {
        const useBoth = async () => {
          // The sign-in may have ended in the meantime, for instance by a new password.
          if (!(await deletePending(tx, pending.key))) throw new Problem('SECOND_FACTOR_EXPIRED')
          return use(tx)
        }
        const factor = { secondFactor: given.method, use: useBoth }
        const opened = await passSecondFactor(services, tx, passed, factor)
        if (!opened) return undefined
        if (given.method === 'recovery_code')
          await mailSecurityChange(services, tx, { accountId, change: 'recovery_code_used' })
        await removeAttempts(tx, attempts)
        await deleteBucket(tx, limits.target.bucket)
        return opened
      }))
    const details = { method, secondFactor: given.method }
    return result ?? refuseAttempt(services, context, request, { reason: 'wrong_code', locks, details })
  })
}

/** The pending sign-in of the cookie. */
export async function getPending(
  { config, db }: AccountServices,
  request: Pick<RequestInfo, 'cookies'>,
): Promise<PendingSignIn> {
  const value = readCookie(config, request, pendingCookie)
  const pending = value === undefined ? undefined : await findPending(db, hashCookie(value))
  if (!pending) throw new Problem('SECOND_FACTOR_EXPIRED')
  return pending
}
