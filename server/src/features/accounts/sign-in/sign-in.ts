import type { login } from '@kyc/contract/accounts.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { deleteBucket } from '../../../platform/attempts/attempt-repository.ts'
import { guardedAttempt, removeAttempts } from '../../../platform/attempts/guarded-attempt.ts'
import { pseudonym } from '../../../platform/crypto/pseudonym.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import { findAccountForSignIn, type SignInRow } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { isDemoPassword } from '../demo-accounts.ts'
import { foldEmail } from '../fold-email.ts'
import { passFirstFactor, type SignInResult } from './complete-sign-in.ts'
import { limitsOf } from './lockout.ts'
import { refuseAttempt } from './refuse-attempt.ts'

/**
 * Signs in by e-mail and password: opens a session that replaces that of `current`, or a pending sign-in if a
 * second factor is required. An unknown address, a wrong password and a disabled or locked account get the
 * same reply in the same time, and are counted alike.
 */
export async function signIn(
  services: AccountServices,
  { email, password }: BodyOf<typeof login>,
  request: RequestInfo,
  current: Caller | undefined,
): Promise<SignInResult> {
  const { attemptQueue, config, db, passwords } = services
  const emailKey = foldEmail(email)
  const { account, limits } = await attemptQueue.query(async () => {
    const account = await findAccountForSignIn(db, emailKey)
    return { account, limits: await limitsOf(services, request, emailKey, account) }
  })
  const refusal = 'INVALID_CREDENTIALS'
  const context = { limits, refusal, accountId: account?.id, requestId: request.id } as const
  return attemptQueue.inOrder(limits.target.bucket, async () => {
    const { right, attempts, locks } = await guardedAttempt(services, context, (position) =>
      passwords.check(account?.password_hash, password, position),
    )
    const reason = faultOf(config, account, right, password)
    if (!account || reason) {
      const address = account ? {} : { emailHash: pseudonym(services.pseudonymKey, emailKey) }
      const details = { method: 'password', ...address }
      return refuseAttempt(services, context, request, {
        reason: reason ?? 'unknown_account',
        locks,
        details,
      })
    }
    return inTransaction(db, async (tx) => {
      const checkedHash = account.password_hash ?? ''
      const factor = { accountId: account.id, method: 'password', checkedHash, request, current } as const
      const result = await passFirstFactor(services, tx, factor)
      if (!result) throw new Problem(refusal)
      await removeAttempts(tx, attempts)
      // Wrong codes remain counted until the second factor is right: the password must not allow further
      // attempts.
      if (result.kind === 'signed-in') await deleteBucket(tx, limits.target.bucket)
      return result
    })
  })
}

function faultOf(
  { demo }: AccountServices['config'],
  account: SignInRow | undefined,
  right: boolean,
  password: string,
) {
  if (!account) return 'unknown_account'
  if (!right) return 'wrong_password'
  if (account.disabled) return 'disabled'
  // Second line of defence: the database has no demo accounts outside demo mode.
  return !demo && isDemoPassword(password) ? 'demo_password' : undefined
}
