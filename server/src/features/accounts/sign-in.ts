import type { login, User } from '@kyc/contract/accounts.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/binding.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { Problem } from '../../platform/problem.ts'
import { findAccountForSignIn, type SignInRow } from './account-repository.ts'
import type { AccountServices } from './account-services.ts'
import { type CountedAttempt, deleteBucket, removeAttempt } from './attempt-repository.ts'
import { demoPassword } from './demo-accounts.ts'
import { foldEmail } from './fold-email.ts'
import { accountRule, addressPseudonym, addressRule, bucketsOf, countAttempt } from './lockout.ts'
import { presentUser } from './present-user.ts'
import { endSession, type OpenedSession, openSession, shortUserAgent } from './sessions.ts'

type Credentials = BodyOf<typeof login>

export interface SignedIn {
  readonly user: User
  readonly session: OpenedSession
}

/** A sign-in that was counted as failed until the password proves it right (D28). */
interface Trial {
  readonly emailKey: string
  readonly account: SignInRow | undefined
  /** Where failures of the address are counted; absent for a known browser. */
  readonly addressBucket: string | undefined
  readonly counted: CountedAttempt
}

/**
 * Signs in by e-mail and password, with a new session; that of `current` ends. An unknown address, a wrong password
 * and a disabled or locked account answer alike, in the same time, and are counted alike (D28).
 * @throws Problem INVALID_CREDENTIALS, with Retry-After while the account is locked; RATE_LIMITED for the address
 */
export async function signIn(
  services: AccountServices,
  credentials: Credentials,
  request: RequestInfo,
  current: Caller | undefined,
): Promise<SignedIn> {
  const trial = await services.signInGate(() => beginTrial(services, credentials, request))
  const { account } = trial
  const { right, found } = await services.passwords.check(account?.password_hash, credentials.password, {
    urgent: trial.addressBucket === undefined,
    before: () => countForAddress(services, trial, request),
  })
  const fault = faultOf(services, trial, right, credentials.password)
  if (!account || fault) return refuse(services, trial, fault ?? 'unknown_account', request)
  const session = await inTransaction(services.db, async (tx) => {
    await deleteBucket(tx, trial.counted.bucket)
    if (found) await removeAttempt(tx, found)
    if (current) await endSession(tx, current.sessionKey)
    await recordSignIn(services, tx, account.id, request)
    return openSession(tx, account.id, request)
  })
  return { user: presentUser(account), session }
}

async function beginTrial(
  services: AccountServices,
  { email }: Credentials,
  request: RequestInfo,
): Promise<Trial> {
  const emailKey = foldEmail(email)
  const account = await findAccountForSignIn(services.db, emailKey)
  const buckets = bucketsOf(services, request, emailKey, account?.id)
  const counted = await countAttempt(services.db, buckets.account, accountRule)
  if ('retryAfterSeconds' in counted) {
    const { retryAfterSeconds } = counted
    tellSecurity(services, request, 'account_locked', account)
    throw new Problem('INVALID_CREDENTIALS', { retryAfterSeconds })
  }
  return { emailKey, account, addressBucket: buckets.address, counted }
}

/**
 * Counts for the address when the password's turn has come, so that few are counted at a time that turn out to be
 * right: an office that signs in at nine o'clock shares one address.
 */
async function countForAddress(
  services: AccountServices,
  { addressBucket, account, counted }: Trial,
  request: RequestInfo,
): Promise<CountedAttempt | undefined> {
  if (addressBucket === undefined) return undefined
  const attempt = await countAttempt(services.db, addressBucket, addressRule)
  if (!('retryAfterSeconds' in attempt)) return attempt
  // Nobody looked at the password: a closed address must not close accounts as well.
  await removeAttempt(services.db, counted)
  tellSecurity(services, request, 'address_limited', account)
  throw new Problem('RATE_LIMITED', { retryAfterSeconds: attempt.retryAfterSeconds })
}

type Fault = 'unknown_account' | 'wrong_password' | 'disabled' | 'demo_password'

function faultOf(
  { config }: AccountServices,
  { account }: Trial,
  right: boolean,
  password: string,
): Fault | undefined {
  if (!account) return 'unknown_account'
  if (!right) return 'wrong_password'
  if (account.disabled) return 'disabled'
  // Data of a trial may be kept when the trial is over; its public password may not.
  return !config.demo && password === demoPassword ? 'demo_password' : undefined
}

async function refuse(
  services: AccountServices,
  { account, emailKey, counted }: Trial,
  fault: Fault,
  request: RequestInfo,
): Promise<never> {
  const address = account ? {} : { emailHash: addressPseudonym(services.accountKeys, emailKey) }
  await inTransaction(services.db, (tx) =>
    services.audit.record(tx, {
      actor: null,
      action: 'login_failed',
      resourceType: 'user',
      resourceId: account?.id ?? null,
      owner: account?.id ?? null,
      ip: request.ip,
      details: { method: 'password', reason: fault, ...address, userAgent: shortUserAgent(request) },
    }),
  )
  tellSecurity(services, request, counted.closes ? 'account_locks' : fault, account)
  throw new Problem('INVALID_CREDENTIALS')
}

async function recordSignIn(
  { audit }: AccountServices,
  tx: Tx,
  accountId: string,
  request: RequestInfo,
): Promise<void> {
  await audit.record(tx, {
    actor: accountId,
    action: 'login',
    resourceType: 'user',
    resourceId: accountId,
    owner: accountId,
    ip: request.ip,
    details: { method: 'password', userAgent: shortUserAgent(request) },
  })
}

function tellSecurity(
  { log }: AccountServices,
  request: RequestInfo,
  code: Fault | 'account_locked' | 'account_locks' | 'address_limited',
  account: SignInRow | undefined,
): void {
  const fields = { security: true, code, accountId: account?.id ?? null, requestId: request.id }
  log.warn(fields, 'sign-in refused')
}
