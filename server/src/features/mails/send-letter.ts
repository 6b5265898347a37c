import { limits } from '@kyc/contract/limits.ts'
import { type SqlBool, sql } from 'kysely'
import { ago } from '../../platform/db/time.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { type Letter, writeMail } from './letter.ts'
import type { MailServices } from './mail-services.ts'

/** A condition on `account`: it is enabled and verified. An unverified address may belong to another person. */
export const mayReceiveMails = sql<SqlBool>`(account.disabled_at IS NULL AND account.email_verified)`

/** Mails an account, in `tx`, if it may receive mails. */
export async function sendLetter(
  { mails }: MailServices,
  tx: Tx,
  accountId: string,
  letter: Letter,
): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .select(['email', 'name'])
    .where('id', '=', accountId)
    .where(mayReceiveMails)
    .executeTakeFirst()
  if (account?.email) await mails.send(tx, writeMail({ address: account.email, name: account.name }, letter))
}

/** Mails every superadmin whose account is enabled, in `tx`, but not the account that the letter is about. */
export async function sendToSuperadmins(
  services: MailServices,
  tx: Tx,
  letter: Letter,
  about?: string,
): Promise<void> {
  const superadmins = await tx.selectFrom('account').select('id').where('role', '=', 'superadmin').execute()
  for (const { id } of superadmins) if (id !== about) await sendLetter(services, tx, id, letter)
}

/**
 * The only mail to an unverified account: at most one an hour, without a name in its greeting.
 * `compose` runs only if the mail may be sent; otherwise returns false.
 */
export async function sendToUnverified(
  { mails }: MailServices,
  tx: Tx,
  accountId: string,
  compose: () => Promise<Letter>,
): Promise<boolean> {
  const hourAgo = ago(limits.verificationMailEvery)
  const account = await tx
    .updateTable('account')
    .set({ verification_mailed_at: sql`now()` })
    .where('id', '=', accountId)
    .where('disabled_at', 'is', null)
    .where('email_verified', '=', false)
    .where('email', 'is not', null)
    .where((where) =>
      where.or([where('verification_mailed_at', 'is', null), where('verification_mailed_at', '<=', hourAgo)]),
    )
    .returning('email')
    .executeTakeFirst()
  if (!account?.email) return false
  await mails.send(tx, writeMail({ address: account.email, name: null }, await compose()))
  return true
}

/** The URL of a page. `secret` goes into the fragment, which browsers don't send to any server. */
export function linkTo({ config }: Pick<MailServices, 'config'>, path: string, secret?: string): URL {
  const url = new URL(path, config.publicUrl)
  if (secret !== undefined) url.hash = `token=${encodeURIComponent(secret)}`
  return url
}
