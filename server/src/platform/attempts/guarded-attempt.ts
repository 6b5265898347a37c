import type { ProblemCode } from '@kyc/contract/problems.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import { Problem } from '../problem.ts'
import type { AttemptQueue } from './attempt-queue.ts'
import { type AttemptLimit, type CountedAttempt, countAttempt, removeAttempt } from './attempt-repository.ts'

/** The limits of an attempt at a secret. */
export interface AttemptLimits {
  /** The limit of the account or secret; reaching it locks the target. */
  readonly target: AttemptLimit
  /** A limit shared by several targets. */
  readonly ceiling: AttemptLimit | undefined
  /** The limit of the client's network; undefined for a device. */
  readonly network: AttemptLimit | undefined
}

export interface AttemptContext {
  readonly limits: AttemptLimits
  /** The problem for a wrong secret and, with Retry-After, for a locked target. */
  readonly refusal: ProblemCode
  /** For the security log. */
  readonly accountId: string | undefined
  readonly requestId: string
}

/** The place of a check in the queue, if checks are queued. */
export interface QueuePosition {
  /** Runs before the checks of unknown browsers. */
  readonly urgent: boolean
  /**
   * Counts the attempt for its network. Called at the front of the queue, so that only a few right attempts
   * are counted at a time: an office whose accounts all sign in at nine o'clock shares one address.
   */
  before(): Promise<CountedAttempt | undefined>
}

export interface CheckResult {
  readonly right: boolean
  /** The result of `QueuePosition.before`. */
  readonly counted: CountedAttempt | undefined
}

/** A check and the attempts that it counted; after a right one, call `removeAttempts`. */
type GuardedResult<T extends CheckResult> = T & {
  readonly attempts: readonly CountedAttempt[]
  /** This was the last attempt that the target allows. */
  readonly locks: boolean
}

type GuardServices = { readonly db: Db; readonly log: Log; readonly attemptQueue: AttemptQueue }

/**
 * Runs `check` under the limits of D28. The attempt counts as failed before the check, so that parallel attempts cannot
 * exceed the limit.
 */
export async function guardedAttempt<T extends CheckResult>(
  services: GuardServices,
  context: AttemptContext,
  check: (position: QueuePosition) => Promise<T>,
): Promise<GuardedResult<T>> {
  const { target, network, ceiling } = context.limits
  const position: QueuePosition = {
    urgent: network === undefined,
    before: async () => network && countForNetwork(services, context, network),
  }
  const attempts: CountedAttempt[] = []
  try {
    if (ceiling) attempts.push(await countForTarget(services, context, ceiling))
    const counted = await countForTarget(services, context, target)
    attempts.push(counted)
    const result = await check(position)
    if (result.counted) attempts.push(result.counted)
    return { ...result, attempts, locks: counted.locks }
  } catch (error) {
    // The secret was not checked: a network at its limit or a full queue must not lock the target.
    await removeAttempts(services.db, attempts)
    throw error
  }
}

/** Removes the attempts of a right secret. */
export async function removeAttempts(db: Db, attempts: readonly CountedAttempt[]): Promise<void> {
  for (const attempt of attempts) await removeAttempt(db, attempt)
}

async function countForTarget(
  { db, log, attemptQueue }: GuardServices,
  context: AttemptContext,
  limit: AttemptLimit,
): Promise<CountedAttempt> {
  const counted = await attemptQueue.query(() => countAttempt(db, limit))
  if (!('retryAfterSeconds' in counted)) return counted
  logRefusal(log, context, 'account_locked')
  throw new Problem(context.refusal, counted)
}

async function countForNetwork(
  { db, log }: GuardServices,
  context: AttemptContext,
  limit: AttemptLimit,
): Promise<CountedAttempt> {
  const counted = await countAttempt(db, limit)
  if (!('retryAfterSeconds' in counted)) return counted
  logRefusal(log, context, 'address_limited')
  throw new Problem('RATE_LIMITED', counted)
}

/** Writes to the security log why an attempt was refused, without any user input. */
export function logRefusal(log: Log, { accountId, requestId }: AttemptContext, code: string): void {
  log.warn({ security: true, code, accountId: accountId ?? null, requestId }, 'sign-in refused')
}
