import type { Role } from '@kyc/contract/accounts.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSuperadmin } from '../../mails/mail-second-person.ts'
import { linkTo } from '../../mails/send-letter.ts'
import type { AccountServices } from '../account-services.ts'
import { createAccount } from '../create-account.ts'
import { foldEmail } from '../fold-email.ts'
import { endLinks, isInvited, issueInvitation } from '../links/one-time-links.ts'
import { recordAccount } from '../record-account.ts'

export interface ShellInvitation {
  readonly link: URL
  readonly expiresAt: Date
  /** Whether the account existed: its earlier link has ended. */
  readonly again: boolean
}

/**
 * `npm run user:create`: creates an invited account and returns the link to choose its password. The account gets no
 * mail. If it is a superadmin, the superadmins get one. While the invitation is pending, the same call issues a new
 * link.
 */
export function inviteFromShell(
  services: AccountServices,
  account: { readonly email: string; readonly name: string; readonly role: Role },
): Promise<ShellInvitation> {
  return inTransaction(services.db, async (tx) => {
    const pending = await lockInvited(tx, account.email)
    if (pending && pending.role !== account.role) throw new Problem('EMAIL_IN_USE')
    const created = { ...account, password: null, approved: true, actor: null } as const
    const { id } = pending ?? (await createAccount(services, created, tx))
    if (!pending && account.role === 'superadmin')
      await mailSuperadmin(services, tx, { event: 'added', accountId: id, actor: null })
    await endLinks(tx, id, 'invitation')
    const { token, expiresAt } = await issueInvitation(tx, id, null)
    if (pending) {
      await recordAccount(services, tx, 'update', id, { ip: null }, { invitationLink: '再発行' })
    }
    return { link: linkTo(services, '/invite', token), expiresAt, again: pending !== undefined }
  })
}

/** The account of the address if its invitation is pending, locked until the end of the transaction. */
async function lockInvited(tx: Tx, email: string): Promise<{ id: string; role: Role } | undefined> {
  return tx
    .selectFrom('account')
    .select(['id', 'role'])
    .where('email_key', '=', foldEmail(email))
    .where('disabled_at', 'is', null)
    .where(isInvited('account'))
    .forNoKeyUpdate()
    .executeTakeFirst()
}
