import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { countAttempt } from '../../../platform/attempts/attempt-repository.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { mailPasswordReset, mailProviderAccount } from '../../mails/mail-password-reset.ts'
import type { AccountServices } from '../account-services.ts'
import { issueLink, resetMailBucket } from './one-time-links.ts'

export const resetMailQueue = 'password-reset'

/** Null for an unknown address, for which the same job is written. */
const job = z.strictObject({ accountId: z.string().nullable() })

/** Starts processing the jobs of `requestPasswordReset`. */
export function startResetMails(services: AccountServices): void {
  services.outbox.work(resetMailQueue, async ({ data }) => {
    const { accountId } = job.parse(data)
    if (accountId !== null) await inTransaction(services.db, (tx) => writeMail(services, tx, accountId))
  })
}

/**
 * Sends no mail to a disabled account, to an invited one, which has its invitation, or within five minutes of
 * the last mail, whose link is still valid.
 */
async function writeMail(services: AccountServices, tx: Tx, accountId: string): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select(['provider', sql<boolean>`password_hash IS NOT NULL`.as('has_password')])
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account?.has_password && account?.provider !== 'firebase') return
  const attempt = await countAttempt(tx, {
    bucket: resetMailBucket(accountId),
    rule: attemptLimits.resetRequests.mail,
  })
  if ('retryAfterSeconds' in attempt) return
  if (account.has_password) {
    const link = await issueLink(tx, 'password_reset', accountId)
    await mailPasswordReset(services, tx, { accountId, ...link })
  } else {
    await mailProviderAccount(services, tx, { accountId })
  }
}
