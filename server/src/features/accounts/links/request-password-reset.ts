import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { countOrRefuse } from '../../../platform/attempts/attempt-repository.ts'
import { pseudonym } from '../../../platform/crypto/pseudonym.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fingerprintOf, publicKeyOf } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { findAccountForSignIn } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { foldEmail } from '../fold-email.ts'
import { recordAccount } from '../record-account.ts'
import { shortUserAgent } from '../sessions/sessions.ts'
import { limitsOf } from '../sign-in/lockout.ts'
import { resetMailQueue } from './reset-mail-job.ts'

const route = 'auth.requestPasswordReset'

/**
 * Requests a mail with a link for a new password. Neither the reply nor its duration reveals whether the
 * account exists: the same rows are written for every address, and a job decides about the mail afterwards.
 */
export async function requestPasswordReset(
  services: AccountServices,
  email: string,
  request: RequestInfo,
): Promise<Readonly<Record<string, string>>> {
  const { config, db, outbox, pseudonymKey } = services
  const emailKey = foldEmail(email)
  const account = await findAccountForSignIn(db, emailKey)
  const { target, network } = await limitsOf(services, request, emailKey, account)
  const rules = attemptLimits.resetRequests
  if (network) await countOrRefuse(db, { bucket: `reset:${network.bucket}`, rule: rules.address })
  // Counts by network as well: requests from elsewhere must not use up the limit of the account's own network.
  const bucket = network ? `${target.bucket} ${network.bucket}` : target.bucket
  await countOrRefuse(db, { bucket: `reset:${bucket}`, rule: rules.account })
  const key = publicKeyOf(config, { route, actor: undefined, request })
  const once = { key, fingerprint: fingerprintOf([emailKey]), status: 204 } as const
  const { headers } = await replyOnce(services, once, async (tx) => {
    const accountId = account?.id ?? null
    await recordAccount(
      services,
      tx,
      'update',
      accountId,
      { ip: request.ip },
      {
        requested: 'パスワードの再設定',
        ...(account ? {} : { emailHash: pseudonym(pseudonymKey, emailKey) }),
        userAgent: shortUserAgent(request),
      },
    )
    await outbox.enqueue(tx, resetMailQueue, { data: { accountId } })
    return {}
  })
  return headers
}
