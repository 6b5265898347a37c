import type { SecondFactor } from '@kyc/contract/accounts.ts'
import type { ProblemCode } from '@kyc/contract/problems.ts'
import { countedLook, type Turn, takeBack } from '../../../platform/attempts/guarded-attempt.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { findAccount } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { emailKeyOf } from '../fold-email.ts'
import type { FactorLook } from '../second-factor/prove-factor.ts'
import { recordWrongFactor } from '../second-factor/record-wrong-factor.ts'
import { bucketsFor, bucketsOf } from '../sign-in/lockout.ts'

/** What a signed-in person gives of their own account. */
export interface OwnSecret {
  readonly method: 'password' | SecondFactor
  readonly refusal: ProblemCode
  look(turn: Turn): Promise<FactorLook>
}

/**
 * Runs `act` if the secret is right. A stolen session must not be worth more guesses than the sign-in form: wrong
 * ones are counted with those of the account (D28).
 * @throws Problem `secret.refusal`, with Retry-After while the account is locked; RATE_LIMITED
 */
export async function withOwnSecret<T>(
  services: AccountServices,
  actor: Actor,
  request: RequestInfo,
  secret: OwnSecret,
  act: (tx: Tx) => Promise<T>,
): Promise<T> {
  const account = await findAccount(services.db, actor.id)
  const counted = await bucketsOf(services, request, emailKeyOf(actor), account)
  const buckets = bucketsFor(counted, actor.id, secret.method)
  const trial = { accountId: actor.id, buckets, refusal: secret.refusal }
  return services.signInTurns.inOrder(buckets.account, async () => {
    const looked = await countedLook(services, trial, request, (turn) => secret.look(turn))
    const { use, counted } = looked
    const done =
      use &&
      (await inTransaction(services.db, async (tx) =>
        (await use(tx)) ? { value: await act(tx) } : undefined,
      ))
    if (!done) {
      const reason = secret.method === 'password' ? 'wrong_password' : 'wrong_code'
      const details = { method: secret.method, stepUp: true, reason } as const
      await recordWrongFactor(services, trial, request, { closes: counted.closes, details })
      throw new Problem(secret.refusal)
    }
    await takeBack(services.db, looked)
    return done.value
  })
}

/** The password as such a secret; a right one is not used up. `whenRight` runs before any transaction. */
export function ownPassword(
  { passwords }: Pick<AccountServices, 'passwords'>,
  stored: string | null,
  given: string,
  whenRight?: () => Promise<void>,
): OwnSecret {
  return {
    method: 'password',
    refusal: 'PASSWORD_WRONG',
    async look(turn) {
      const { right, found } = await passwords.check(stored, given, turn)
      if (right) await whenRight?.()
      return { right, found, use: right ? async () => true : undefined }
    },
  }
}
