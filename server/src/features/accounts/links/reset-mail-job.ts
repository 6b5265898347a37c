import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { Outbox, Queue } from '../../../platform/outbox/outbox.ts'
import { mailPasswordReset } from '../../mails/mail-password-reset.ts'
import { mailProviderAccount } from '../../mails/mail-provider-account.ts'
import type { AccountServices } from '../account-services.ts'
import { countAttempt } from '../sign-in/lockout.ts'
import { issueLink, resetMailBucket } from './one-time-links.ts'

/** Tried for as long as somebody may still be waiting. */
export const resetMailQueue: Queue = {
  name: 'password-reset',
  retries: 8,
  retryDelay: 5,
  maximumRetryDelay: 10 * 60,
  timeout: 30,
  kept: 24 * 60 * 60,
}

/** Null where nobody has the address that was typed: such a job is written all the same. */
const job = z.strictObject({ accountId: z.string().nullable() })

/** Lets this process write the mails that `requestPasswordReset` asks for. */
export function startResetMails(services: AccountServices & { readonly outbox: Outbox }): Promise<void> {
  return services.outbox.work(resetMailQueue, async ({ data }) => {
    const { accountId } = job.parse(data)
    if (accountId !== null) await inTransaction(services.db, (tx) => writeMail(services, tx, accountId))
  })
}

/**
 * None to a disabled account, none to an invited one, whose way in is the invitation, and none while the last mail is
 * recent: its link still works, so that many requests fill no mailbox and keep no owner out.
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
  const counted = await countAttempt(tx, resetMailBucket(accountId), limits.resetRequests.mail)
  if ('retryAfterSeconds' in counted) return
  if (account.has_password) {
    const link = await issueLink(tx, 'password_reset', accountId)
    await mailPasswordReset(services, tx, { accountId, ...link })
  } else {
    await mailProviderAccount(services, tx, { accountId })
  }
}
