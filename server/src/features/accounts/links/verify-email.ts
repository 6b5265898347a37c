import type { User } from '@kyc/contract/accounts.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { Caller } from '../../../platform/http/requests/caller.ts'
import { Problem } from '../../../platform/problem.ts'
import type { Actor } from '../../access/actor.ts'
import { mailVerification } from '../../mails/mail-verification.ts'
import { findAccount } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { presentUser } from '../present-user.ts'
import { recordOwn } from '../record-account.ts'
import { consumeLink, endLinks, issueLink } from './one-time-links.ts'

/** Mails a link that verifies the actor's address, at most once an hour. */
export async function requestEmailVerification(
  services: AccountServices,
  actor: Actor,
  request: RequestInfo,
): Promise<{ sentAt: string }> {
  return inTransaction(services.db, async (tx) => {
    if (await sendVerification(services, tx, actor.id))
      await recordOwn(services, tx, 'update', actor, request, { mail: 'メールアドレスの確認' })
    const account = await tx
      .selectFrom('account')
      .select('verification_mailed_at')
      .where('id', '=', actor.id)
      .where('email_verified', '=', false)
      .where('email', 'is not', null)
      .executeTakeFirst()
    if (!account?.verification_mailed_at) throw new Problem('CONFLICT')
    return { sentAt: account.verification_mailed_at.toISOString() }
  })
}

/**
 * Verifies the actor's address by the link of the mail. The link is valid in sessions of its own account
 * only: otherwise the owner of the address could verify it for an outsider who signed up with it.
 */
export async function confirmEmailVerification(
  services: AccountServices,
  caller: Caller,
  token: string,
  request: RequestInfo,
): Promise<User> {
  return inTransaction(services.db, async (tx) => {
    const { id } = await consumeLink(tx, 'email_verification', token)
    if (id !== caller.id) throw new Problem('LINK_INVALID')
    const changes = { email_verified: true, updated_at: services.clock.now() }
    await tx.updateTable('account').set(changes).where('id', '=', caller.id).execute()
    const details = { before: { emailVerified: false }, after: { emailVerified: true } }
    await recordOwn(services, tx, 'update', caller, request, details)
    const account = await findAccount(tx, caller.id)
    if (!account) throw new Problem('UNAUTHENTICATED')
    return presentUser(account, caller.enrolOnly)
  })
}

/**
 * Mails a link that verifies the address of an unverified account; false if the last such mail is less than
 * an hour old.
 */
export function sendVerification(services: AccountServices, tx: Tx, accountId: string): Promise<boolean> {
  return mailVerification(services, tx, accountId, async () => {
    await endLinks(tx, accountId, 'email_verification')
    return issueLink(tx, 'email_verification', accountId)
  })
}
