import { limits } from '@kyc/contract/limits.ts'
import type { AttemptRule } from '../../../platform/attempts/attempt-repository.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { answerOnce } from '../../../platform/idempotency/answer-once.ts'
import { fingerprintOf } from '../../../platform/idempotency/idempotency-key.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { Problem } from '../../../platform/problem.ts'
import { findAccountForSignIn } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { foldEmail } from '../fold-email.ts'
import { callersKeyOf } from '../sessions/callers-key.ts'
import { shortUserAgent } from '../sessions/sessions.ts'
import { addressPseudonym, bucketsOf, countAttempt } from '../sign-in/lockout.ts'
import { resetMailQueue } from './reset-mail-job.ts'

const route = 'auth.requestPasswordReset'

export type LinkServices = AccountServices & { readonly outbox: Outbox }

/**
 * Has a link for a new password mailed. Whether there is such an account shows neither in the answer nor in the time
 * that it takes: the same rows are written for every address, and who gets a mail is settled after the answer.
 * @throws Problem RATE_LIMITED for the caller's network, or for the address that was typed from there
 */
export async function requestPasswordReset(
  services: LinkServices,
  email: string,
  request: RequestInfo,
): Promise<Readonly<Record<string, string>>> {
  const { db, outbox } = services
  const emailKey = foldEmail(email)
  const account = await findAccountForSignIn(db, emailKey)
  const buckets = await bucketsOf(services, request, emailKey, account)
  const { resetRequests } = limits
  if (buckets.address !== undefined) await count(services, buckets.address, resetRequests.address)
  // By network as well: requests from elsewhere must not use up those of the owner.
  const bucket = [buckets.account, ...(buckets.address === undefined ? [] : [buckets.address])].join(' ')
  await count(services, bucket, resetRequests.account)
  const key = callersKeyOf(services, { route, actor: undefined, request })
  const once = { key, fingerprint: fingerprintOf([emailKey]), status: 204 } as const
  const { headers } = await answerOnce(db, once, async (tx) => {
    await services.audit.record(tx, {
      actor: null,
      action: 'update',
      resourceType: 'user',
      resourceId: account?.id ?? null,
      owner: account?.id ?? null,
      ip: request.ip,
      details: {
        requested: 'パスワードの再設定',
        ...(account ? {} : { emailHash: addressPseudonym(services.accountKeys, emailKey) }),
        userAgent: shortUserAgent(request),
      },
    })
    await outbox.enqueue(tx, resetMailQueue, { accountId: account?.id ?? null })
    return {}
  })
  return headers
}

async function count({ db }: LinkServices, bucket: string, rule: AttemptRule): Promise<void> {
  const counted = await countAttempt(db, `reset:${bucket}`, rule)
  if ('retryAfterSeconds' in counted) throw new Problem('RATE_LIMITED', counted)
}
