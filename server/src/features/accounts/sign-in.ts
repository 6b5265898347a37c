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
import {
  type AttemptBuckets,
  accountRule,
  addressPseudonym,
  addressRule,
  bucketsOf,
  countAttempt,
} from './lockout.ts'
import { presentUser } from './present-user.ts'
import { endSession, type OpenedSession, openSession, shortUserAgent } from './sessions.ts'

type Credentials = BodyOf<typeof login>

export interface SignedIn {
  readonly user: User
  readonly session: OpenedSession
}

/** Who wants to sign in, as far as the address and the cookies tell. */
interface Trial {
  readonly emailKey: string
  readonly account: SignInRow | undefined
  readonly buckets: AttemptBuckets
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
  const trial = await services.signInTurns.query(() => findTrial(services, credentials.email, request))
  return services.signInTurns.inOrder(trial.buckets.account, () =>
    attempt(services, trial, credentials.password, request, current),
  )
}

async function findTrial(services: AccountServices, email: string, request: RequestInfo): Promise<Trial> {
  const emailKey = foldEmail(email)
  const account = await findAccountForSignIn(services.db, emailKey)
  return { emailKey, account, buckets: bucketsOf(services, request, emailKey, account?.id) }
}

async function attempt(
  services: AccountServices,
  trial: Trial,
  password: string,
  request: RequestInfo,
  current: Caller | undefined,
): Promise<SignedIn> {
  const { account, buckets } = trial
  const counted = await countForAccount(services, trial, request)
  const turn = {
    urgent: buckets.address === undefined,
    before: () => countForAddress(services, trial, request),
  }
  const checked = services.passwords.check(account?.password_hash, password, turn)
  const { right, found } = await checked.catch(async (error: unknown) => {
    // Nobody looked at the password: a closed address or a full queue must not close accounts as well.
    await removeAttempt(services.db, counted)
    throw error
  })
  const fault = faultOf(services, trial, right, password)
  if (!account || fault) return refuse(services, trial, fault ?? 'unknown_account', counted.closes, request)
  const session = await inTransaction(services.db, async (tx) => {
    await deleteBucket(tx, buckets.account)
    if (found) await removeAttempt(tx, found)
    if (current) await endSession(tx, current.sessionKey)
    await recordSignIn(services, tx, account.id, request)
    return openSession(tx, account.id, request)
  })
  return { user: presentUser(account), session }
}

/** Counts as failed before the password is looked at; a right one takes it back (D28). */
async function countForAccount(
  services: AccountServices,
  { account, buckets }: Trial,
  request: RequestInfo,
): Promise<CountedAttempt> {
  const { db, signInTurns } = services
  const counted = await signInTurns.query(() => countAttempt(db, buckets.account, accountRule))
  if (!('retryAfterSeconds' in counted)) return counted
  tellSecurity(services, request, 'account_locked', account)
  throw new Problem('INVALID_CREDENTIALS', { retryAfterSeconds: counted.retryAfterSeconds })
}

/**
 * Counts for the address when the password's turn has come, so that few are counted at a time that turn out to be
 * right: an office that signs in at nine o'clock shares one address.
 */
async function countForAddress(
  services: AccountServices,
  { account, buckets }: Trial,
  request: RequestInfo,
): Promise<CountedAttempt | undefined> {
  if (buckets.address === undefined) return undefined
  const counted = await countAttempt(services.db, buckets.address, addressRule)
  if (!('retryAfterSeconds' in counted)) return counted
  tellSecurity(services, request, 'address_limited', account)
  throw new Problem('RATE_LIMITED', { retryAfterSeconds: counted.retryAfterSeconds })
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
  { account, emailKey }: Trial,
  fault: Fault,
  closes: boolean,
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
  tellSecurity(services, request, closes ? 'account_locks' : fault, account)
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
