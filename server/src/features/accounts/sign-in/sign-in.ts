import type { login } from '@kyc/contract/accounts.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { deleteBucket } from '../../../platform/attempts/attempt-repository.ts'
import {
  countedLook,
  type Trial,
  takeBack,
  tellSecurity,
} from '../../../platform/attempts/guarded-attempt.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailLockOut } from '../../mails/mail-sign-in.ts'
import { findAccountForSignIn, type SignInRow } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { isDemoPassword } from '../demo-accounts.ts'
import { foldEmail } from '../fold-email.ts'
import { shortUserAgent } from '../sessions/sessions.ts'
import { passFirstFactor, type SignInResult } from './complete-sign-in.ts'
import { addressPseudonym, bucketsOf } from './lockout.ts'

type Credentials = BodyOf<typeof login>

/** Who wants to sign in, as far as the address and the cookies tell. */
interface PasswordTrial extends Trial {
  readonly emailKey: string
  readonly account: SignInRow | undefined
}

/**
 * Signs in by e-mail and password: to a new session, that of `current` ending, or as far as the second factor. An
 * unknown address, a wrong password and a disabled or locked account answer alike, in the same time, and are counted
 * alike (D28).
 * @throws Problem INVALID_CREDENTIALS, with Retry-After while the account is locked; RATE_LIMITED for the address
 */
export async function signIn(
  services: AccountServices,
  credentials: Credentials,
  request: RequestInfo,
  current: Caller | undefined,
): Promise<SignInResult> {
  const trial = await services.signInTurns.query(() => findTrial(services, credentials.email, request))
  return services.signInTurns.inOrder(trial.buckets.account, () =>
    attempt(services, trial, credentials.password, request, current),
  )
}

async function findTrial(
  services: AccountServices,
  email: string,
  request: RequestInfo,
): Promise<PasswordTrial> {
  const emailKey = foldEmail(email)
  const account = await findAccountForSignIn(services.db, emailKey)
  const buckets = await bucketsOf(services, request, emailKey, account)
  return { emailKey, account, accountId: account?.id, buckets, refusal: 'INVALID_CREDENTIALS' }
}

async function attempt(
  services: AccountServices,
  trial: PasswordTrial,
  password: string,
  request: RequestInfo,
  current: Caller | undefined,
): Promise<SignInResult> {
  const { account, buckets } = trial
  const looked = await countedLook(services, trial, request, (turn) =>
    services.passwords.check(account?.password_hash, password, turn),
  )
  const fault = faultOf(services, trial, looked.right, password)
  if (!account || fault)
    return refuse(services, trial, fault ?? 'unknown_account', looked.counted.closes, request)
  return inTransaction(services.db, async (tx) => {
    const result = await passFirstFactor(services, tx, {
      ...{ accountId: account.id, method: 'password', request, current },
      checkedHash: account.password_hash ?? '',
    })
    if (!result) throw new Problem('INVALID_CREDENTIALS')
    await takeBack(tx, looked)
    // Wrong codes stay counted until the second factor is right: the password must not buy further guesses.
    if (result.kind === 'signed-in') await deleteBucket(tx, buckets.account)
    return result
  })
}

type Fault = 'unknown_account' | 'wrong_password' | 'disabled' | 'demo_password'

function faultOf(
  { config }: AccountServices,
  { account }: PasswordTrial,
  right: boolean,
  password: string,
): Fault | undefined {
  if (!account) return 'unknown_account'
  if (!right) return 'wrong_password'
  if (account.disabled) return 'disabled'
  // Demo data does not open outside demo mode; this is the second line of defence.
  return !config.demo && isDemoPassword(password) ? 'demo_password' : undefined
}

async function refuse(
  services: AccountServices,
  trial: PasswordTrial,
  fault: Fault,
  closes: boolean,
  request: RequestInfo,
): Promise<never> {
  const { account, emailKey } = trial
  const address = account ? {} : { emailHash: addressPseudonym(services.accountKeys, emailKey) }
  await inTransaction(services.db, async (tx) => {
    await services.audit.record(tx, {
      actor: null,
      action: 'login_failed',
      resourceType: 'user',
      resourceId: account?.id ?? null,
      owner: account?.id ?? null,
      ip: request.ip,
      details: { method: 'password', reason: fault, ...address, userAgent: shortUserAgent(request) },
    })
    // Only the attempt that closes the account tells it, so that a lock makes one mail (D28).
    if (closes && account) await mailLockOut(services, tx, { accountId: account.id })
  })
  tellSecurity(services, request, closes ? 'account_locks' : fault, trial)
  throw new Problem('INVALID_CREDENTIALS')
}
