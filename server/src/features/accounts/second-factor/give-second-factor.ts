import { deleteBucket } from '../../../platform/attempts/attempt-repository.ts'
import { countedLook, type Trial, takeBack } from '../../../platform/attempts/guarded-attempt.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import type { AccountServices } from '../account-services.ts'
import { passSecondFactor, type SignInResult } from '../sign-in/complete-sign-in.ts'
import { bucketsFor, bucketsOf } from '../sign-in/lockout.ts'
import { getPending } from './pending-cookie.ts'
import { deletePending, type PendingSignIn, takePendingChallenge } from './pending-repository.ts'
import { type GivenFactor, lookAtFactor, type UseFactor } from './prove-factor.ts'
import { recordWrongFactor } from './record-wrong-factor.ts'

interface Attempt {
  readonly pending: PendingSignIn
  readonly given: GivenFactor
  readonly request: RequestInfo
  readonly current: Caller | undefined
}

/**
 * Completes a sign-in. Wrong codes, of whatever kind, are counted with the wrong passwords of the account (D28).
 * @throws Problem SECOND_FACTOR_INVALID, with Retry-After while the account is locked; SECOND_FACTOR_EXPIRED,
 *   RATE_LIMITED
 */
export async function giveSecondFactor(
  services: AccountServices,
  given: GivenFactor,
  request: RequestInfo,
  current: Caller | undefined,
): Promise<SignInResult> {
  const { signInTurns } = services
  const pending = await signInTurns.query(() => getPending(services, request))
  const counted = await bucketsOf(services, request, pending.email_key, pending)
  const buckets = bucketsFor(counted, pending.id, given.method)
  const trial = { accountId: pending.id, buckets, refusal: 'SECOND_FACTOR_INVALID' } as const
  return signInTurns.inOrder(buckets.account, () =>
    attempt(services, trial, { pending, given, request, current }),
  )
}

async function attempt(
  services: AccountServices,
  trial: Trial & { readonly accountId: string },
  tried: Attempt,
): Promise<SignInResult> {
  const { pending, given, request } = tried
  const takeChallenge = () => takePendingChallenge(services.db, pending.key)
  const looked = await countedLook(services, trial, request, (turn) =>
    lookAtFactor(services, pending.id, given, takeChallenge, turn),
  )
  const { use, counted } = looked
  const result =
    use &&
    (await inTransaction(services.db, async (tx) => {
      const opened = await open(services, tx, tried, use)
      if (!opened) return undefined
      await takeBack(tx, looked)
      await deleteBucket(tx, trial.buckets.account)
      return opened
    }))
  if (result) return result
  const wrong = { method: pending.method, secondFactor: given.method, reason: 'wrong_code' } as const
  await recordWrongFactor(services, trial, request, { closes: counted.closes, details: wrong })
  throw new Problem('SECOND_FACTOR_INVALID')
}

async function open(
  services: AccountServices,
  tx: Tx,
  { pending, given, request, current }: Attempt,
  useFactor: UseFactor,
): Promise<SignInResult | undefined> {
  const passed = { accountId: pending.id, method: pending.method, request, current }
  const use = async () => {
    // Ended meanwhile, by a new password for instance: then nothing of this counts.
    if (!(await deletePending(tx, pending.key))) throw new Problem('SECOND_FACTOR_EXPIRED')
    return useFactor(tx)
  }
  const result = await passSecondFactor(services, tx, passed, { secondFactor: given.method, use })
  if (result && given.method === 'recovery_code') {
    await mailSecurityChange(services, tx, { accountId: pending.id, change: 'recovery_code_used' })
  }
  return result
}
