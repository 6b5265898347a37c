import type { ProblemCode } from '@kyc/contract/problems.ts'
import type { AccountServices } from '../../features/accounts/account-services.ts'
import {
  type AttemptBuckets,
  accountRule,
  addressRule,
  ceilingRule,
  countAttempt,
} from '../../features/accounts/sign-in/lockout.ts'
import type { Db } from '../db/database.ts'
import type { RequestInfo } from '../http/requests/binding.ts'
import { Problem } from '../problem.ts'
import { type AttemptRule, type CountedAttempt, removeAttempt } from './attempt-repository.ts'

type LookServices = Pick<AccountServices, 'db' | 'log' | 'signInTurns'>

/** Somebody who gives a secret: where that is counted, and how a closed account answers: like a wrong secret. */
export interface Trial {
  readonly accountId: string | undefined
  readonly buckets: AttemptBuckets
  readonly refusal: ProblemCode
}

/** What a look at a secret finds. */
export interface Look {
  readonly right: boolean
  /** The attempt as `before` counted it for the address. */
  readonly found: CountedAttempt | undefined
}

export interface Turn {
  /** Goes before strangers. */
  readonly urgent: boolean
  /** Counts for the address; called when the look's turn has come. */
  before(): Promise<CountedAttempt | undefined>
}

/** A look with the attempts that it was counted as: that of the account or device, and all but the address's. */
export type Counted<T extends Look> = T & {
  readonly counted: CountedAttempt
  readonly taken: readonly CountedAttempt[]
}

/**
 * Looks at a secret, password or code, under D28: counted as failed before, so that of any number of parallel
 * guesses exactly five are looked at. Whoever was right calls `takeBack`, or opens the bucket altogether.
 * @throws Problem `trial.refusal` with Retry-After while the account is locked; RATE_LIMITED for the address
 */
export async function countedLook<T extends Look>(
  services: LookServices,
  trial: Trial,
  request: RequestInfo,
  look: (turn: Turn) => Promise<T>,
): Promise<Counted<T>> {
  const { account, address, ceiling } = trial.buckets
  const turn = {
    urgent: address === undefined,
    before: () => countForAddress(services, trial, request),
  }
  const taken: CountedAttempt[] = []
  try {
    if (ceiling !== undefined)
      taken.push(await countForAccount(services, trial, request, ceiling, ceilingRule))
    const counted = await countForAccount(services, trial, request, account, accountRule)
    taken.push(counted)
    return { ...(await look(turn)), counted, taken }
  } catch (error) {
    // Nobody looked at the secret: a closed address or a full queue must not close accounts as well.
    for (const attempt of taken) await removeAttempt(services.db, attempt)
    throw error
  }
}

/** A right secret is no failure. */
export async function takeBack(db: Db, { taken, found }: Counted<Look>): Promise<void> {
  for (const attempt of taken) await removeAttempt(db, attempt)
  if (found) await removeAttempt(db, found)
}

/** Counts as failed before the secret is looked at; a right one takes it back (D28). */
async function countForAccount(
  services: LookServices,
  trial: Trial,
  request: RequestInfo,
  bucket: string,
  rule: AttemptRule,
): Promise<CountedAttempt> {
  const { db, signInTurns } = services
  const counted = await signInTurns.query(() => countAttempt(db, bucket, rule))
  if (!('retryAfterSeconds' in counted)) return counted
  tellSecurity(services, request, 'account_locked', trial)
  throw new Problem(trial.refusal, { retryAfterSeconds: counted.retryAfterSeconds })
}

/**
 * Counts for the address when the secret's turn has come, so that few are counted at a time that turn out to be
 * right: an office that signs in at nine o'clock shares one address.
 */
async function countForAddress(
  services: LookServices,
  trial: Trial,
  request: RequestInfo,
): Promise<CountedAttempt | undefined> {
  if (trial.buckets.address === undefined) return undefined
  const counted = await countAttempt(services.db, trial.buckets.address, addressRule)
  if (!('retryAfterSeconds' in counted)) return counted
  tellSecurity(services, request, 'address_limited', trial)
  throw new Problem('RATE_LIMITED', { retryAfterSeconds: counted.retryAfterSeconds })
}

export type SecurityCode =
  | 'unknown_account'
  | 'wrong_password'
  | 'wrong_code'
  | 'disabled'
  | 'demo_password'
  | 'account_locked'
  | 'account_locks'
  | 'address_limited'

/** Tells the security log why a sign-in was refused; nothing of what was typed. */
export function tellSecurity(
  { log }: Pick<LookServices, 'log'>,
  request: RequestInfo,
  code: SecurityCode,
  { accountId }: Pick<Trial, 'accountId'>,
): void {
  const fields = { security: true, code, accountId: accountId ?? null, requestId: request.id }
  log.warn(fields, 'sign-in refused')
}
